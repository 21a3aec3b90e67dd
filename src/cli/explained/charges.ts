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
    price === undefined && percent === undefined ? 'of an amount that is not told' : undefined,
    per,
  ]
  return [name, ...parts.filter((part) => part !== undefined)].join(' ')
}

/** Those that say the same of one product are told once, with how many and the nights that follow each other. */
function textsOf<T extends ChargeFacts>(charges: readonly T[], words: (charge: T) => string): string[] {
  const alike = new Map<string, { text: string; where: string; times: number; spans: ChargeOf[] }>()
  for (const charge of charges) {
    const nights = charge.per === NIGHTLY ? nightsOf(charge.of) : 1
    const [text, where] = [
      words(nights === undefined ? charge : { ...charge, per: withoutNights(charge) }),
      whereOf(charge.of),
    ]
    const key = JSON.stringify([text, where])
    const found = alike.get(key) ?? { text, where, times: 0, spans: [] }
    alike.set(key, found)
    found.times += nights ?? 1
    found.spans.push(charge.of)
  }
  const texts = [...alike.values()].map(({ text, where, times, spans }) => {
    const days = daysOf(spans)
    const place = [days, where].filter((part) => part !== '').join(', ')
    return `${times === 1 ? '' : `${times} × `}${text}${place === '' ? '' : `, ${place}`}`
  })
  return texts.length > LISTED ? [...texts.slice(0, LISTED), `and ${texts.length - LISTED} more`] : texts
}

const NIGHTLY = 'a night'
/** Where the nights are counted, they say how often. */
const withoutNights = ({ per }: ChargeFacts): string | undefined => (per === NIGHTLY ? undefined : per)

const nightsOf = ({ from, to }: ChargeOf): number | undefined =>
  from === undefined || to === undefined ? undefined : (Date.parse(to) - Date.parse(from)) / DAY_MS

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
function daysOf(spans: readonly ChargeOf[]): string {
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
