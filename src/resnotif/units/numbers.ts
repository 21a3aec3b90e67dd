import type { CodedGuest } from './splits.js'

/** Whether a code is the number of a booked unit. */
export const isUnitNumber = (key: string | undefined, booked: number): boolean =>
  key !== undefined && Number(key) >= 1 && Number(key) <= booked

/**
 * Numbers of units, of which those that a readable code tells stay as they are: the others get the numbers that are free, in the order of their codes where all have one,
 * else as they stand. Undefined where more numbers are free than units need one, so that nothing tells which.
 */
export function keepNumbers<G extends CodedGuest>(units: readonly G[][], booked: number): number[] | undefined {
  const keys = units.map((unit) => {
    const told = new Set(unit.flatMap(({ key }) => key ?? []))
    return told.size === 1 ? [...told][0] : undefined
  })
  const kept = keys.map((key) =>
    isUnitNumber(key, booked) && keys.filter((other) => other === key).length === 1 ? Number(key) : undefined,
  )
  const free = Array.from({ length: Math.max(booked, units.length) }, (_, at) => at + 1).filter(
    (number) => !kept.includes(number),
  )
  const left = units.flatMap((_, at) => (kept[at] === undefined ? [at] : []))
  if (left.length > 0 && left.length < free.length) return undefined
  if (left.every((at) => keys[at] !== undefined)) left.sort((a, b) => Number(keys[a]) - Number(keys[b]) || a - b)
  return units.map((_, at) => kept[at] ?? (free[left.indexOf(at)] as number))
}
