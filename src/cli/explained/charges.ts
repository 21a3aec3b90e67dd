import { type ChargeFacts, type ChargeOf, moneyInFull, type ReservationFacts } from '../../resnotif/index.js'

const LISTED = 60

type Charges = Pick<ReservationFacts, 'fees' | 'discounts' | 'guestAmounts' | 'additions'>

/** What is charged beside the rooms or taken off, as names with texts: charges of one kind together, with what they belong to. */
export function tellCharges({ fees, discounts, guestAmounts, additions }: Charges): [name: string, texts: string[]][] {
  return [
    [
      'Fees',
      textsOf(fees, (fee) => {
        const notes = [
          fee.isMandatory === true ? 'mandatory' : '',
          fee.type?.toLowerCase() ?? '',
          fee.isTaxInclusive === undefined ? '' : fee.isTaxInclusive ? 'taxes in it' : 'before taxes',
        ].filter((part) => part !== '')
        return `${much(fee)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
      }),
    ],
    ['Discounts', textsOf(discounts, (one) => `${much(one)}${one.reason === undefined ? '' : ` (${one.reason})`}`)],
    [
      'Additional guests',
      textsOf(guestAmounts, (one) => {
        const limits = [
          one.ages === undefined ? '' : `aged ${one.ages}`,
          one.upTo === undefined ? '' : `at most ${one.upTo}`,
        ].filter((part) => part !== '')
        return `${much(one)}${limits.length === 0 ? '' : ` (${limits.join(', ')})`}`
      }),
    ],
    [
      'Additional charges',
      textsOf(additions, (one) => `${much(one)}${(one.quantity ?? 1) === 1 ? '' : ` (${one.quantity} of it)`}`),
    ],
  ]
}

/** `Resort fee 5.00 EUR a day`. */
function much({ name, price, percent, per }: ChargeFacts): string {
  const parts = [
    moneyInFull(price),
    percent === undefined ? undefined : `${percent} %`,
    ...(price === undefined && percent === undefined ? ['of an amount that is not told'] : [per]),
  ]
  return [name, ...parts.filter((part) => part !== undefined)].join(' ')
}

/** Those that say the same of one product and its nights are told once, with their nights; of several that are charged at once, how many. */
function textsOf<T extends ChargeFacts>(charges: readonly T[], words: (charge: T) => string): string[] {
  const alike = new Map<string, Alike>()
  for (const charge of charges) {
    const where = whereOf(charge.of)
    const text = words(charge)
    const isEach = isPeriodic(charge) && spanOf(charge.of) !== undefined
    // What is charged once for its nights is told with them.
    const key = JSON.stringify([text, where, isEach, isTogether(charge) ? [charge.of.from, charge.of.to] : undefined])
    const found = alike.get(key) ?? {
      text,
      bare: words({ ...charge, per: withoutNights(charge) }),
      where,
      isEach,
      spans: [],
    }
    alike.set(key, found)
    found.spans.push(charge.of)
  }
  const texts = [...alike.values()].flatMap(({ text, bare, where, isEach, spans }) =>
    (isEach ? atOnce(spans) : [{ times: spans.length, spans }]).map(({ times, spans: nights }) => {
      const [days, many] = [daysOf(nights), isEach && text !== bare ? nightsOf(nights) : 0]
      const when = many > 1 ? `${many} nights, ${days}` : days
      const place = [when, where].filter((part) => part !== '').join(', ')
      return `${times === 1 ? '' : `${times} × `}${many === 1 ? bare : text}${place === '' ? '' : `, ${place}`}`
    }),
  )
  return texts.length > LISTED ? [...texts.slice(0, LISTED), `and ${texts.length - LISTED} more`] : texts
}

/** Charges that say the same. */
interface Alike {
  text: string
  /** The text of one that is charged for a single night. */
  bare: string
  where: string
  /** Each is charged for every night, or every other period, of its days. */
  isEach: boolean
  spans: Days[]
}

type Days = Pick<ChargeOf, 'from' | 'to'>

const NIGHTLY = 'a night'
/** Of a single night, the day says it. */
const withoutNights = ({ per }: ChargeFacts): string | undefined => (per === NIGHTLY ? undefined : per)
const isPeriodic = ({ per }: ChargeFacts): boolean => /^(?:an? |per person per night)/.test(per ?? '')
const isTogether = ({ per }: ChargeFacts): boolean => per?.startsWith('for th') === true

const spanOf = ({ from, to }: Days): { from: string; to: string } | undefined =>
  from === undefined || to === undefined ? undefined : { from, to }

const nightsOf = (spans: readonly Days[]): number =>
  spans
    .flatMap((one) => spanOf(one) ?? [])
    .reduce((sum, { from, to }) => sum + Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS), 0)

/** The nights by how many of such charges lie over them. */
function atOnce(spans: readonly Days[]): { times: number; spans: Days[] }[] {
  const steps = new Map<string, number>()
  for (const { from, to } of spans.flatMap((one) => spanOf(one) ?? [])) {
    // A day without a night is charged as a day.
    if (from === to) return [{ times: spans.length, spans: [...spans] }]
    steps.set(from, (steps.get(from) ?? 0) + 1)
    steps.set(to, (steps.get(to) ?? 0) - 1)
  }
  const days = [...steps].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const found = new Map<number, Days[]>()
  let times = 0
  days.forEach(([from, step], at) => {
    times += step
    const to = days[at + 1]?.[0]
    if (times > 0 && to !== undefined) found.set(times, [...(found.get(times) ?? []), { from, to }])
  })
  return [...found].map(([many, nights]) => ({ times: many, spans: nights }))
}

/** What it belongs to, but for the days; empty for the whole reservation. */
function whereOf({ element, stay, room, plan, service }: ChargeOf): string {
  if (service !== undefined) return `service ${service}`
  const product = [room === undefined ? '' : `room ${room}`, plan === undefined ? '' : `plan ${plan}`]
    .filter((part) => part !== '')
    .join(', ')
  const known = element === 'ResGlobalInfo' || element === 'HotelReservation'
  return product !== '' ? product : stay !== undefined ? `RoomStay ${stay}` : known ? '' : `in ${element}`
}

/** `2027-07-01`, or `2027-07-01 to 2027-07-04`, the last a day of departure. */
function daysOf(spans: readonly Days[]): string {
  const known = spans.flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : [{ from, to }]))
  const joined: { from: string; to: string }[] = []
  for (const { from, to } of known.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const last = joined.at(-1)
    if (last !== undefined && last.to >= from) last.to = to > last.to ? to : last.to
    else joined.push({ from, to })
  }
  return joined.map(({ from, to }) => (isNextDay(from, to) || from === to ? from : `${from} to ${to}`)).join(' and ')
}

const DAY_MS = 86_400_000
const isNextDay = (from: string, to: string): boolean => Date.parse(to) - Date.parse(from) === DAY_MS
