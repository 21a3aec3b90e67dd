import type { Handlers } from '../http/index.js'
import { ari } from './ari.js'
import { auth } from './auth.js'
import { facility } from './facility.js'
import { product } from './product.js'
import { propertyInfo } from './property-info.js'
import { propertyLists } from './property-lists.js'
import { propertyReads } from './property-reads.js'
import { property } from './property.js'
import { ratePlan } from './rate-plan.js'
import { reservation } from './reservation.js'
import { room } from './room.js'
import { unit } from './unit.js'

/** The handler of every endpoint. */
export const handlers: Handlers = {
  ...auth,
  ...property,
  ...propertyLists,
  ...propertyReads,
  ...propertyInfo,
  ...facility,
  ...unit,
  ...ratePlan,
  ...product,
  ...reservation,
  ...room,
  ...ari,
}
