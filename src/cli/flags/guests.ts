import type { GuestCounts } from '../../booking/index.js'
import { Fault } from '../../errors.js'

/**
 * Guests as --adults and --children give them; children by age, comma between several.
 * @throws Fault USAGE for an age that is none
 */
export function guestCounts(adults: number | undefined, children: string | undefined): GuestCounts | undefined {
  if (adults === undefined && children === undefined) return undefined
  const ages = children === undefined ? [] : children.split(',').map((age) => age.trim())
  const wrong = ages.find((age) => !/^\d{1,2}$/.test(age) || Number(age) > 17)
  if (wrong !== undefined) throw new Fault('USAGE', `--children needs ages from 0 to 17, such as 5,8, not "${wrong}".`)
  const counts = new Map<number, number>()
  for (const age of ages.map(Number)) counts.set(age, (counts.get(age) ?? 0) + 1)
  const byAge = [...counts].sort(([a], [b]) => a - b).map(([age, count]) => ({ age, count }))
  return { adults: adults ?? 1, ...(byAge.length === 0 ? {} : { children: byAge }) }
}
