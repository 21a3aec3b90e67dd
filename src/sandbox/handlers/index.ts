import type { Handlers } from '../handler.js'
import { ari } from './ari.js'
import { auth } from './auth.js'
import { property } from './property.js'
import { room } from './room.js'
import { unit } from './unit.js'

/** The handler of every endpoint. */
export const handlers: Handlers = { ...auth, ...property, ...unit, ...room, ...ari }
