import { ownTable } from '../../../foreign-text.js'
import { childOf, childrenOf, valueOf, wholeNumber, withoutBlanks, type XmlNode } from '../../xml/index.js'

/** Rates of a RoomRate that are prices of their own: what repeats one of them in another currency is none. */
export function ownRatesOf(roomRate: XmlNode | undefined): XmlNode[] {
  const rates = childrenOf(childOf(roomRate, 'Rates'), 'Rate')
  const own = rates.filter(
    (rate) => !['true', '1'].includes(withoutBlanks(valueOf(rate, 'AlternateCurrencyInd') ?? '').toLowerCase()),
  )
  return own.length === 0 ? rates : own
}

const AGE_GROUP = ['AgeQualifyingCode', 'MinAge', 'MaxAge', 'AgeBucket'] as const

/** Of which people a Rate is the price, where it is that of one age: Rates of several ages for one night belong together. */
export function ageGroupOf(rate: XmlNode): string | undefined {
  const told = AGE_GROUP.map((name) => withoutBlanks(valueOf(rate, name) ?? ''))
  return told.every((one) => one === '') ? undefined : told.join(' ')
}

const PEOPLE = ownTable<string>({ '7': 'infants', '8': 'children', '10': 'adults', '11': 'seniors' })

/** The words of `ageGroupOf`: `children aged 3 to 11`. */
export function ageGroupWords(rate: XmlNode): string | undefined {
  const [code = '', least = '', most = '', bucket = ''] = AGE_GROUP.map((name) =>
    withoutBlanks(valueOf(rate, name) ?? '').slice(0, 40),
  )
  if (ageGroupOf(rate) === undefined) return undefined
  const who = PEOPLE[code] ?? (code === '' ? 'people' : `people of AgeQualifyingCode ${code}`)
  const ages =
    least === '' ? (most === '' ? bucket : `up to ${most}`) : most === '' ? `${least} or more` : `${least} to ${most}`
  return ages === '' ? who : `${who} aged ${ages}`
}

/** As it stands behind an amount: ` for adults`. */
export const forPeople = (rate: XmlNode): string => {
  const words = ageGroupWords(rate)
  return words === undefined ? '' : ` for ${words}`
}

/** RateTimeUnit in the schemas. */
export const TIME_UNITS: readonly string[] = [
  'Year',
  'Month',
  'Week',
  'Day',
  'Hour',
  'Second',
  'FullDuration',
  'Minute',
]

/** RateTimeUnit, in whatever capitals, and UnitMultiplier, which is 1 where it is not told. */
export function rateTimeOf(rate: XmlNode | undefined): { unit: string | undefined; times: string } {
  const [unit, times] = ['RateTimeUnit', 'UnitMultiplier'].map((name) => withoutBlanks(valueOf(rate, name) ?? ''))
  const known = TIME_UNITS.find((one) => one.toLowerCase() === unit?.toLowerCase())
  return { unit: known ?? (unit || undefined), times: String(wholeNumber(times) ?? (times || '1')) }
}

/** RateTimeUnit in words, where a price of it is that of some time which is not the stay. */
const UNIT_WORDS = ownTable<string>({
  Day: 'day',
  Week: 'week',
  Month: 'month',
  Year: 'year',
  Hour: 'hour',
  Minute: 'minute',
})

/** ChargeTypes that are of such a unit of time, other than a day. */
const CHARGED_FOR = ownTable<string>({ '2': 'Hour', '10': 'Minute', '17': 'Week' })

/** What an amount is the price of, as ChargeType says. */
interface ChargeType {
  /** Undefined where the code is not known. */
  per?: 'night' | 'stay' | 'other'
  /** The unit of `other`. */
  text?: string
  isPerPerson?: true
  /** As it stands. */
  code?: string
}

/**
 * What ChargeType, or else RoomPricingType, says that the amount of a Rate is the price of, by codes of OpenTravel list CHG that a public list of Charge Type Codes (OTA 2014B) confirms,
 * with 1 as the examples of OpenTravel explain it. No other code is guessed at.
 */
export function chargeTypeOf(rate: XmlNode | undefined): ChargeType {
  const code = withoutBlanks(valueOf(rate, 'ChargeType') ?? '')
  if (code === '') return pricingTypeOf(rate)
  const unit = Object.hasOwn(CHARGED_FOR, code) ? CHARGED_FOR[code] : undefined
  const text = unit && unitWords({ unit, times: 1 })
  const per = ['1', '19', '21'].includes(code)
    ? 'night'
    : ['12', '20'].includes(code)
      ? 'stay'
      : text === undefined
        ? undefined
        : 'other'
  return {
    ...(per === undefined ? {} : { per }),
    ...(text === undefined ? {} : { text }),
    ...(code === '20' || code === '21' ? { isPerPerson: true as const } : {}),
    code: code.slice(0, 40),
  }
}

/** The same by RoomPricingType, in the words of the schema. */
function pricingTypeOf(rate: XmlNode | undefined): ChargeType {
  const words = withoutBlanks(valueOf(rate, 'RoomPricingType') ?? '').toLowerCase()
  if (words === 'per person per night') return { per: 'night', isPerPerson: true }
  return words === 'per person' ? { isPerPerson: true } : {}
}

/** Of which unit of time a price is, and of how many: by RateTimeUnit and UnitMultiplier, or else by ChargeType. Undefined of the stay, and where it is not told. */
export function unitOfTime(rate: XmlNode | undefined): { unit: string; times: number } | undefined {
  const { unit: told, times } = rateTimeOf(rate)
  const { per, code = '' } = chargeTypeOf(rate)
  const unit = told ?? (per === 'other' ? CHARGED_FOR[code] : undefined)
  const many = told === undefined ? 1 : /^\d{1,6}$/.test(times) ? Number(times) : 0
  return unit === undefined || !Object.hasOwn(UNIT_WORDS, unit) || many === 0 ? undefined : { unit, times: many }
}

/** What a price of a unit of time is for: `for a week`, `for 2 weeks`. */
export function forUnit(rate: XmlNode | undefined): string | undefined {
  const time = unitOfTime(rate)
  return time && unitWords(time)
}

function unitWords({ unit, times }: { unit: string; times: number }): string {
  const name = UNIT_WORDS[unit] ?? unit
  return times === 1 ? `for ${unit === 'Hour' ? 'an' : 'a'} ${name}` : `for ${times} ${name}s`
}

const NAMES = Object.values(UNIT_WORDS).join('|')
const ONE_UNIT = new RegExp(`^for (an? (?:${NAMES}))$`)
const SOME_UNITS = new RegExp(`^for \\d{1,6} (?:${NAMES})s$`)

/** The words of `forUnit` as they stand behind an amount: `a week`, `for 2 weeks`; undefined for other words. */
export const behindAmount = (words: string): string | undefined =>
  ONE_UNIT.exec(words)?.[1] ?? (SOME_UNITS.test(words) ? words : undefined)

/** What stands behind the amount of a Rate of another unit than a night or the stay: `a week`, `for 2 weeks`. */
export function rateUnitOf(rate: XmlNode): string | undefined {
  const time = unitOfTime(rate)
  return time === undefined || (time.unit === 'Day' && time.times === 1) ? undefined : behindAmount(unitWords(time))
}
