import { type Decimal, parseDecimal, sumDecimals, writeDecimal } from '../build/index.js'
import type { Branch } from './branch.js'
import { type Difference, type Leaf, pathFrom, valuesIn } from './leaves.js'
import { inNights, isDayAttribute, type Regrouped, withoutRepeatedTotals } from './regrouped.js'

/** Numbers of one RoomStay, of which the facts compare the sums. */
const SUMMED =
  /^\/(?:RoomTypes\/RoomType NumberOfUnits|RoomRates\/RoomRate NumberOfUnits|Total Amount\w+|RoomRates\/RoomRate\/Total Amount\w+|GuestCounts IsPerRoom|GuestCounts\/GuestCount Count)$/

/**
 * The same rooms may be told in one RoomStay or in one each, which says nothing of the booking: what is compared then is which values stand in any of them, and the sums
 * of those that are counted room by room. Where days or nights are cut otherwise too, they are compared night by night.
 */
export function differencesOfLayouts(
  before: readonly Branch[],
  after: readonly Branch[],
  regrouped: Set<Regrouped>,
): Difference[] {
  const [bare, bareNow] = [withoutRepeatedTotals(before), withoutRepeatedTotals(after)]
  const asTold = differencesOfValues(bare, bareNow)
  if (differencesOfValues(before, after).length > asTold.length) regrouped.add('Total')
  if (daysIn(asTold, 'RoomRate') + daysIn(asTold, 'Rate') === 0) return asTold
  const [old, now] = [inNights(bare), inNights(bareNow)]
  if (old === undefined || now === undefined) return asTold
  const byNight = differencesOfValues(old, now)
  for (const kind of ['RoomRate', 'Rate'] as const)
    if (daysIn(byNight, kind) < daysIn(asTold, kind)) regrouped.add(kind)
  return byNight
}

/** How many days of elements differ. */
const daysIn = (differences: readonly Difference[], name: 'RoomRate' | 'Rate'): number =>
  differences.filter(({ leaves }) =>
    leaves.some(({ before, after, attribute }) => (after ?? before)?.node.name === name && isDayAttribute(attribute)),
  ).length

function differencesOfValues(before: readonly Branch[], after: readonly Branch[]): Difference[] {
  const valuesOf = (stays: readonly Branch[], side: 'before' | 'after'): Map<string, { place: string; leaf: Leaf }> => {
    const found = new Map<string, { place: string; leaf: Leaf }>()
    for (const stay of stays)
      for (const { leaf, same } of valuesIn(stay, side)) {
        const place = `${pathFrom(stay, leaf)} ${leaf.attribute ?? ''}`.trimEnd()
        const key = `${place}=${same}`
        if (!SUMMED.test(place) && !found.has(key)) found.set(key, { place, leaf })
      }
    return found
  }
  const [old, now] = [valuesOf(before, 'before'), valuesOf(after, 'after')]
  const isSameTax = taxesIn(before) === taxesIn(after)
  for (const values of isSameTax ? [old, now] : [])
    for (const [key, { place }] of values) if (TAXES.test(place)) values.delete(key)
  const added = [...now].filter(([key]) => !old.has(key)).map(([, value]) => value)
  const gone = [...old].filter(([key]) => !now.has(key)).map(([, value]) => value)
  const paired = gone.map(({ place, leaf }): Difference => {
    const at = added.findIndex((other) => other.place === place)
    return { leaves: [at < 0 ? leaf : { ...leaf, ...added.splice(at, 1)[0]?.leaf }] }
  })
  return [...paired, ...added.map(({ leaf }): Difference => ({ leaves: [leaf] }))]
}

const TAXES = /^\/Total\/Taxes(?:\/Tax)? Amount$/

/** Taxes of the totals of all stays, of each code their sum; as they stand where one is no number. */
function taxesIn(stays: readonly Branch[]): string {
  const sums = new Map<string, (Decimal | string)[]>()
  for (const stay of stays)
    for (const { leaf } of valuesIn(stay, 'before')) {
      const place = `${pathFrom(stay, leaf)} ${leaf.attribute ?? ''}`
      if (!TAXES.test(place)) continue
      const code = `${place} ${leaf.before?.attributes.get('Code')?.same ?? ''}`
      const amount = leaf.was?.shown ?? ''
      sums.set(code, [...(sums.get(code) ?? []), parseDecimal(amount.trim()) ?? amount])
    }
  const texts = [...sums].map(([code, all]) => [
    code,
    all.every((one) => typeof one !== 'string') ? plainSum(all) : all,
  ])
  return JSON.stringify(texts.toSorted())
}

const plainSum = (all: readonly Decimal[]): string => writeDecimal(sumDecimals([...all, { units: 0n, scale: 9 }]))
