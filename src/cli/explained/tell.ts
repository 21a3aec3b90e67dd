import {
  type CommissionFacts,
  type DepositFacts,
  durationWords,
  type LoyaltyFacts,
  type MessageFacts,
  moneyInFull,
  moneyText,
  nightsOf,
  type PenaltyFacts,
  type PriceFacts,
  type ReservationFacts,
  type ServiceFacts,
  type ServicePrice,
  taxText,
  unitText,
} from '../../resnotif/index.js'
import { tellCharges } from './charges.js'
import { contactTexts, idTexts, senderText } from './sender.js'

const NIGHTS_SHOWN = 60

/**
 * The rest of the story: who a stranger's guests are, what each night costs, what a hotel would look at twice.
 * @param ids of the reservations, in their order: above what is told of each, where there are several
 */
export function tellMore(
  { reservations, unusual, requestor, currency, channels }: MessageFacts,
  isOurs: boolean,
  ids: readonly (string | undefined)[] = [],
): string[] {
  const sender = senderText({ requestor, currency, channels })
  return [
    ...(sender === '' || isOurs ? [] : [`Sender: ${sender}.`]),
    ...reservations.flatMap((one, at) => {
      const lines = [...(isOurs ? [] : guestLines(one)), ...priceLines(one), ...taxLines(one), ...tellAside(one)]
      const isAlone = reservations.length === 1 || lines.length === 0
      return isAlone ? lines : ['', `Reservation ${ids[at] ?? at + 1}, prices and details:`, ...lines]
    }),
    ...(unusual.length === 0 ? [] : [...(reservations.length > 1 ? [''] : []), `Unusual: ${unusual.join(' ')}`]),
  ]
}

/** Who booked, what is asked for, what is booked beside the rooms. */
export function tellAside({
  booker,
  guests,
  stays,
  comments,
  requests,
  services,
  access,
  deposits,
  guarantee,
  penalties,
  loyalty,
  roomNumbers,
  ids,
  created,
  changed,
  companies,
  names,
  promotions,
  commissions,
  billing,
  ...charges
}: ReservationFacts): string[] {
  const times = new Map<string, number>()
  for (const { name } of guests) times.set(name, (times.get(name) ?? 0) + 1)
  const list = (name: string, texts: readonly (string | undefined)[], between = ', '): string[] => {
    const told = [...new Set(texts.filter((text): text is string => text !== undefined && text !== ''))]
    const text = told.map(shortened).join(between)
    return told.length === 0 ? [] : [`${name}: ${text}${/[.!?…]$/.test(text) ? '' : '.'}`]
  }
  return [
    ...list('Ids', idTexts({ ids })),
    ...list('Made', [created, changed === undefined ? undefined : `changed ${changed}`]),
    ...list('Booker', [booker?.name, fullName(booker?.nameParts, booker?.name), ...contactTexts(booker ?? {})]),
    ...companies.flatMap(({ name, ...contact }) => list('Company', [name, ...contactTexts(contact)])),
    ...guests.flatMap(({ name, nameParts, arrivalTime, ...guest }) =>
      list(`${name || '(no name)'}${(times.get(name) ?? 0) > 1 ? ` (line ${guest.line})` : ''}`, [
        fullName(nameParts, name),
        ...contactTexts(guest),
        arrivalTime === undefined ? undefined : `arrives at ${arrivalTime}`,
        ageText(guest),
      ]),
    ),
    ...list(
      'Meals',
      stays.flatMap(({ meals }) => meals),
    ),
    ...list(
      'Names',
      names.map(({ kind, code, name }) => `${kind} ${code} is ${name}`),
      '; ',
    ),
    ...list(
      'Included',
      stays.flatMap(({ inclusions }) => inclusions),
      ' / ',
    ),
    ...list('Services', services.map(serviceText)),
    ...tellCharges(charges).flatMap(([name, texts]) => list(name, texts, '; ')),
    ...list(
      'Room numbers',
      roomNumbers.map(({ number, room }) => `${number}${room === undefined ? '' : ` (room ${room})`}`),
    ),
    ...list('Promotion codes', promotions),
    ...list('Memberships', loyalty.map(loyaltyText)),
    ...list('Accessibility', access),
    ...list('Requests', [...requests, ...stays.flatMap((stay) => stay.requests)], ' / '),
    ...list('Comments', [...comments, ...stays.flatMap((stay) => stay.comments)], ' / '),
    ...list(deposits.length === 1 ? 'Deposit' : 'Deposits', deposits.map(depositText)),
    ...list('Guarantee', [guarantee]),
    ...list('Billing', billing, '; '),
    ...list('Commission', commissions.map(commissionText)),
    ...list('Cancellation', penalties.map(penaltyText), '; '),
  ]
}

/** `born 2021-05-04, 6 years old at arrival (reckoned from it)`, or what stands there and cannot be read. */
function ageText({
  birthDate,
  ageAtArrival,
  ageText: unread,
}: Pick<ReservationFacts['guests'][number], 'birthDate' | 'ageAtArrival' | 'ageText'>): string | undefined {
  const parts = [
    unread === undefined ? '' : `age "${unread}" cannot be read`,
    birthDate === undefined ? '' : `born ${birthDate}`,
    ageAtArrival === undefined
      ? ''
      : `${ageAtArrival} ${ageAtArrival === 1 ? 'year' : 'years'} old at arrival (reckoned from it)`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** The name with its other parts, where it has any. */
function fullName(
  parts: ReservationFacts['guests'][number]['nameParts'] = {},
  name: string | undefined,
): string | undefined {
  const { prefix, given, middle, surname, suffix, title } = parts
  const isMore =
    [prefix, middle, suffix, title].some((part) => part !== undefined) ||
    [given, surname].filter((part) => part !== undefined).join(' ') !== (name ?? '')
  const all = [prefix, given, middle, surname, suffix, title].filter((part) => part !== undefined)
  return isMore && all.length > 0 ? `in full ${all.join(' ')}` : undefined
}

const TEXT_SHOWN = 500

const shortened = (text: string): string =>
  text.length > TEXT_SHOWN
    ? `${text.slice(0, TEXT_SHOWN)}… (${TEXT_SHOWN} of ${text.length} characters; --json has all)`
    : text

/** `GOLD 77123, level 2, of Ada Lovelace`. */
function loyaltyText({ program, id, level, guest }: LoyaltyFacts): string {
  const parts = [
    [program, id].filter((part) => part !== undefined).join(' ') || 'without an id',
    level === undefined ? '' : `level ${level}`,
    guest === undefined ? '' : `of ${guest}`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** `100 % of the full stay, deadline 3 days before arrival`. */
function penaltyText({ deadline, isNonRefundable, text, basis, ...share }: PenaltyFacts): string {
  const much = shareText(share)
  const of = basis === undefined ? '' : basis === 'FullStay' ? ' of the full stay' : ` (basis ${basis})`
  const parts = [
    isNonRefundable === true ? 'not refundable' : '',
    much === '' ? (of === '' ? '' : of.trim()) : `${much}${of}`,
    deadline === undefined ? '' : `deadline ${deadline}`,
    text === undefined ? '' : shortened(text),
  ].filter((part) => part !== '')
  return parts.join(', ') || 'terms without details'
}

/** `10 % of 220.00 EUR, 22.00 EUR to be paid (plan BAR)`. */
function commissionText({ status, percent, base, amounts, plan }: CommissionFacts): string {
  const isNone = /^non-?paying$/i.test(status ?? '')
  const of = base === undefined ? '' : shareText(base)
  const share = percent === undefined ? '' : `${percent} %${of === '' ? '' : ` of ${of}`}`
  const texts = amounts.map(({ kind, ...one }) => `${shareText(one)}${COMMISSION_WORDS[kind]}`)
  const isOpen = !isNone && percent === undefined && amounts.length === 0
  const parts = [
    isNone ? 'none is paid' : '',
    isOpen ? 'of an amount that is not told' : '',
    share,
    ...texts,
    of === '' || share !== '' ? '' : `reckoned from ${of}`,
    status === undefined || isNone ? '' : `status ${status}`,
  ].filter((part) => part !== '')
  return `${parts.join(', ')}${plan === undefined ? '' : ` (plan ${plan})`}`
}

const COMMISSION_WORDS: Readonly<Record<CommissionFacts['amounts'][number]['kind'], string>> = {
  payable: ' to be paid',
  flat: ' flat',
  prepaid: ' prepaid',
  other: '',
}

/** `50.00 EUR, due 2027-06-20`. */
function depositText({ due, ...share }: DepositFacts): string {
  return `${shareText(share) || 'of an amount that is not told'}${due === undefined ? '' : `, due ${due}`}`
}

function shareText({
  amount,
  currency,
  percent,
  nights,
}: Pick<DepositFacts, 'amount' | 'currency' | 'percent' | 'nights'>): string {
  const parts = [
    amount === undefined ? '' : `${amount}${currency === undefined ? '' : ` ${currency}`}`,
    percent === undefined ? '' : `${percent} %`,
    nights === undefined ? '' : `the price of ${nights} ${nights === '1' ? 'night' : 'nights'}`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** `2 × PARK 30.00 EUR a day, mandatory`. */
function serviceText(service: ServiceFacts): string {
  const { name, quantity, pricing, isInclusive, isMandatory, price, isTotal, per } = service
  const many = quantity === undefined || quantity === 1 ? '' : `${quantity} × `
  const only = price === undefined ? [] : [{ price, ...(isTotal === true ? { isTotal } : {}), per }]
  const texts = (service.prices ?? only).map((one: Omit<ServicePrice, 'per'> & { per?: string | undefined }) => {
    const days = serviceDays(one)
    const sum = one.isTotal === true && many !== '' ? ', total' : ''
    return `${sum} ${moneyInFull(one.price) ?? ''}${one.per === undefined ? '' : ` ${one.per}`}${days === '' ? '' : `, ${days}`}`
  })
  const cost = texts.map((text, at) => (at === 0 || !text.startsWith(',') ? text : text.slice(1))).join(' and')
  const told = [
    pricing === undefined ? '' : `priced ${pricing.charAt(0).toLowerCase()}${pricing.slice(1)}`,
    serviceDays(service),
    isInclusive === true ? 'in the price of the room' : '',
    isMandatory === true ? 'mandatory' : '',
  ].filter((part) => part !== '')
  return `${many}${name}${cost}${told.length === 0 ? '' : ` (${told.join('; ')})`}`
}

/** When a service is given: its day, from one day to another, or from when on for how long. */
function serviceDays({ from, to, duration }: Pick<ServiceFacts, 'from' | 'to' | 'duration'>): string {
  const long = durationWords(duration) ?? duration
  const begin =
    long === undefined ? (from === undefined ? '' : `from ${from}`) : [from, `for ${long}`].filter(Boolean).join(' ')
  if (to === undefined) return begin
  return from === undefined ? `until ${to}` : from === to ? from : `${from} to ${to}`
}

function guestLines({ guests }: ReservationFacts): string[] {
  return guests.map((guest) => {
    const parts = [
      guest.name || '(no name)',
      [guest.kind, guest.age === undefined ? undefined : `aged ${guest.age}`]
        .filter((part) => part !== undefined)
        .join(' '),
      guest.isPrimary ? 'primary guest' : '',
      guest.room === undefined ? '' : `room ${guest.room}`,
      guest.stays.length === 0 ? '' : `RoomStay ${guest.stays.join(', ')}`,
      `line ${guest.line}`,
    ]
    return `  ${parts.filter((part) => part !== '').join('  ')}`
  })
}

/** `room 101 with plan 501`. */
export const productText = ({ room, plan }: { room?: string; plan?: string }): string =>
  [room === undefined ? '' : `room ${room}`, plan === undefined ? '' : `plan ${plan}`]
    .filter((part) => part !== '')
    .join(', ')

/** A price as rows: one for each night, where the message says that it is the price of a night. */
export function priceRows(
  price: PriceFacts,
): { when: string; product: string; units: string; amount: string; tax: string }[] {
  const nights = nightsOf(price)
  const unit = unitText(price)
  // Behind the amount it is not said again behind the days.
  const per =
    unit !== undefined
      ? weeksText(price, unit)
      : price.per === 'night'
        ? ', per night'
        : price.perText && `, ${price.perText}`
  const row = {
    product: productText(price),
    units: price.units === undefined ? '' : String(price.units),
    amount: `${moneyText(price) ?? ''}${unit === undefined ? '' : ` ${unit}`}${price.isPerPerson === true ? ' per person' : ''}${price.people === undefined ? '' : ` for ${price.people}`}${price.isAlternate === true ? ' (the same in another currency)' : ''}${price.isOfAllOpen === true ? ' (of one room or of all is not told)' : ''}`,
    tax: taxText(price),
  }
  return nights.length > 0
    ? nights.map((when) => ({ when, ...row }))
    : [
        {
          when:
            price.from === undefined
              ? `${price.to === undefined ? 'nights not told' : `until ${price.to}, since when is not told`}${per ?? ''}`
              : `${price.to === undefined ? `from ${price.from}, until when is not told` : price.from === price.to ? price.from : `${price.from} to ${price.to}`}${per ?? ', per night or in all is not told'}`,
          ...row,
        },
      ]
}

/** How long a price by the week is for: `, 2 weeks`. */
function weeksText({ from = '', to = '' }: PriceFacts, unit: string): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
  if (!unit.includes('week') || !(days > 0)) return ''
  const [many, name] = days % 7 === 0 ? [days / 7, 'week'] : [days, 'night']
  return `, ${many} ${name}${many === 1 ? '' : 's'}`
}

const DAY_MS = 86_400_000

/** What the nights cost, then what the rooms cost in all. */
export const allPriceRows = ({ stays }: Pick<ReservationFacts, 'stays'>): ReturnType<typeof priceRows> => [
  ...stays.flatMap(({ prices }) => prices.flatMap(priceRows)),
  ...stays.flatMap(({ roomTotals }) => roomTotals.flatMap(priceRows)),
]

/** The taxes of the totals; the amounts themselves stand in the story. */
function taxLines({ stays, total }: ReservationFacts): string[] {
  const line = (name: string, tax: string): string[] => (tax === '' ? [] : [`  ${name}: ${tax}`])
  return [
    ...stays.flatMap((stay, at) =>
      line(
        `Total of the stay${stays.length === 1 ? '' : ` of RoomStay ${at + 1}`}`,
        stay.total === undefined ? '' : taxText(stay.total),
      ),
    ),
    ...line('Total of the reservation', total === undefined ? '' : taxText(total)),
  ]
}

function priceLines({ stays }: ReservationFacts): string[] {
  const rows = allPriceRows({ stays })
  const lines = rows
    .slice(0, NIGHTS_SHOWN)
    .map(
      ({ when, product, units, amount, tax }) =>
        `  ${[when, `${units === '' || units === '1' ? '' : `${units} × `}${amount}`, product, tax].filter((part) => part !== '').join('  ')}`,
    )
  return rows.length > NIGHTS_SHOWN ? [...lines, `  … and ${rows.length - NIGHTS_SHOWN} more prices`] : lines
}
