import { findingAt, type LintFinding, listNode } from '../../finding/index.js'
import { codesAsLabel } from '../../read/index.js'
import {
  COUNTER,
  type GuestReading,
  isInTurn,
  nameOfProduct,
  openGroupingOf,
  type ProductReading,
  type ReservationReading,
} from '../../units/index.js'

/** GroupEventCode: one finding for a sequence that is wrong, with every node and what it should be. Interface: "Events", rules 1 to 5. */
export function checkCounters(reading: ReservationReading): LintFinding[] {
  if (reading.style === 'plain') return checkGroupCode(reading)
  const odd = reading.products.flatMap((one) => {
    const open = openGroupingOf(one)
    return one.guests.flatMap((guest) => checkCode(guest, guest.expectedCode === undefined ? open?.remedy : undefined))
  })
  odd.push(...reading.guests.filter(({ product }) => product === undefined).flatMap((guest) => checkCode(guest)))
  return [
    ...odd,
    ...reading.faults.map(({ rule, guests }) => sequenceFinding(rule, guests, reading)),
    ...checkTextOrder(reading),
    ...reading.products.flatMap(tellUntold),
  ]
}

/** Codes of a product of which nothing tells the units, where there are not as many as it has RoomRates, or RoomStays in turn that may be for the same units. */
function tellUntold({ product, guests }: ProductReading): LintFinding[] {
  const { booked, lines } = product
  const [first] = guests
  const codes = new Set(guests.map(({ code }) => code ?? '')).size
  const isSure = booked !== undefined || codes === lines.length
  if (first?.code === undefined || lines.length === 0 || (isSure && !isInTurn(product))) return []
  const rates = isInTurn(product)
    ? `${new Set(lines.map(({ stay }) => stay)).size} RoomStays that follow each other`
    : `${lines.length} ${lines.length === 1 ? 'RoomRate' : 'RoomRates'}`
  return [
    findingAt('counter-unchecked', first.guest.node, 'GroupEventCode', {
      found: `${codes} ${codes === 1 ? 'code' : 'codes'} of guests of ${nameOfProduct(product).slice(0, 80)}`,
      expected: rates,
    }),
  ]
}

function sequenceFinding(
  rule: ReservationReading['faults'][number]['rule'],
  guests: GuestReading[],
  { products }: ReservationReading,
): LintFinding {
  const first = guests[0] as GuestReading
  const nodes = guests.map((guest) =>
    listNode(
      guest.guest.node,
      'GroupEventCode',
      guest.code ?? '',
      guest.expectedCode === undefined ? undefined : String(guest.expectedCode),
    ),
  )
  const text = (side: 'found' | 'expected'): string => nodes.map((node) => node[side] ?? '?').join(', ')
  const own = products.filter((one) => one.guests.some((guest) => guests.includes(guest)))
  const open = own.flatMap((one) => openGroupingOf(one) ?? [])
  const surplus = rule === 'counter-surplus' ? own.flatMap(surplusOf) : []
  return findingAt(rule, first.guest.node, 'GroupEventCode', {
    found: text('found'),
    expected: text('expected'),
    nodes,
    ...(surplus.length === 0 ? {} : { why: surplus.join(' ') }),
    ...(open.length === 0 ? {} : { remedy: open.map(({ remedy }) => remedy).join(' ') }),
  })
}

/** More codes than units: no two units need carry one code. */
function surplusOf({ product: { booked }, guests }: ProductReading): string[] {
  const codes = new Set(guests.map(({ key }) => key)).size
  return booked === undefined || codes <= booked
    ? []
    : [
        `${codes} codes stand for ${booked} ${booked === 1 ? 'unit' : 'units'}, so the PMS sees more rooms than are booked.`,
      ]
}

function checkCode({ guest, code, expectedCode }: GuestReading, remedy?: string): LintFinding[] {
  const facts = {
    expected: expectedCode === undefined ? undefined : String(expectedCode),
    ...(remedy === undefined ? {} : { remedy }),
  }
  if (code === undefined) return [findingAt('counter-missing', guest.node, 'GroupEventCode', facts)]
  return COUNTER.test(code)
    ? []
    : [findingAt('counter-not-number', guest.node, 'GroupEventCode', { found: code, ...facts })]
}

/** Units that stand in the order of text are numbered rightly all the same; it hints at a sender that sorts its codes as words. */
function checkTextOrder({ products }: ReservationReading): LintFinding[] {
  return products.flatMap(({ units, open }) => {
    const codes = units.map(([first]) => first?.key ?? '')
    const isSorted =
      codes.length >= TEXT_ORDER_MIN &&
      open === undefined &&
      codes.every((code, at) => at === 0 || (codes[at - 1] as string) < code) &&
      codes.some((code, at) => at > 0 && Number(code) < Number(codes[at - 1]))
    const [first] = units[0] ?? []
    return isSorted && first !== undefined
      ? [findingAt('counter-string-sorted', first.guest.node, 'GroupEventCode', { found: codes.join(', ') })]
      : []
  })
}

/** With fewer units both orders are the same. */
const TEXT_ORDER_MIN = 10

/** Where references are missing or parts of whole ones, the codes may be counters all the same. */
function checkGroupCode({ guests, products }: ReservationReading): LintFinding[] {
  const booked = products.map(({ product }) => product)
  const isDoubtful =
    guests.length > 0 &&
    guests.every(
      ({ guest, code }) =>
        COUNTER.test(code ?? '') &&
        (guest.rph === undefined ? booked.length > 0 : codesAsLabel(guest.rph.value, booked).length > 0),
    )
  const coded = guests.filter(({ code }) => code !== undefined)
  const [first] = coded
  if (first === undefined) return []
  return [
    findingAt('group-code', first.guest.node, 'GroupEventCode', {
      found: [...new Set(coded.map(({ code }) => code))].join(', '),
      ...(isDoubtful
        ? {
            why: DOUBTFUL,
            remedy: 'If the message should be of this service, write the whole references; the codes are judged then.',
          }
        : {}),
    }),
  ]
}

const DOUBTFUL =
  "By the schema's own words GroupEventCode is a group or event block. The references are missing, or parts of references to what is booked, so these may as well be unit counters of this service."
