import type { Kind } from '../reading/index.js'
import { inventory } from './inventory.js'
import { rates } from './rates.js'

/** Everything that can be pushed in bulk. */
export const KINDS: readonly Kind[] = [rates, inventory]

/** The kind behind a topic's name. */
export function kindOf(name: Kind['name']): Kind {
  return name === 'rates' ? rates : inventory
}
