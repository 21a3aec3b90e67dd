import { Fault } from '../../errors.js'
import type { InventedProduct } from '../../resnotif/index.js'

/** Rooms and plans of the sandbox's first property. */
const OF_SANDBOX = ['101-501', '101-502', '102-501', '102-502']

/**
 * Products of `--product`, each `<room>-<plan>`.
 * @throws Fault USAGE for one that is none, or that stands twice
 */
export function readProducts(given: readonly string[] = OF_SANDBOX): InventedProduct[] {
  const twice = given.find((one, at) => given.indexOf(one) !== at)
  if (twice !== undefined) throw new Fault('USAGE', `--product ${twice} stands twice.`)
  return given.map((one) => {
    const [, room, plan] = /^(\d{1,15})-(\d{1,15})$/.exec(one) ?? []
    if (room === undefined)
      throw new Fault('USAGE', `--product needs a room id and a rate plan id such as 101-501, not "${one}".`)
    return { roomId: Number(room), ratePlanId: Number(plan) }
  })
}

/**
 * The number of a property.
 * @param least below which there is none: a PMS under test may number its hotels otherwise than the service
 * @throws Fault USAGE
 */
export function readHotel(given: string, least = 1): number {
  const isNumber = /^[1-9]\d{0,14}$/.test(given)
  if (isNumber && Number(given) >= least) return Number(given)
  throw new Fault(
    'USAGE',
    isNumber
      ? `--property ${given} is no property: their numbers begin at ${least}.`
      : `--property needs the number of a property, not "${given}".`,
    { next: 'Write it such as --property 1000001.' },
  )
}
