import { answerTextOf } from '../answer/index.js'
import { parseMoney, sumDecimals, writeDecimal } from '../build/index.js'
import { dayText, spanOf } from '../read/index.js'
import { wrongRates } from './rates.js'
import { childOf, readXml, valueOf, walkNodes, type XmlNode } from '../xml/index.js'

/** What a message and its answer may both say of a reservation, as words that can be compared. */
interface Said {
  id: string | undefined
  number: string | undefined
  hotel: string | undefined
  rooms: string | undefined
  plans: string | undefined
  dates: string | undefined
  total: string | undefined
  allTotal: string | undefined
  currency: string | undefined
}

const WORDS: Readonly<Record<keyof Said, string>> = {
  id: 'the UniqueID',
  number: 'the reservation id (ResID_Type 14)',
  hotel: 'the hotel',
  rooms: 'the rooms',
  plans: 'the rate plans',
  dates: 'the dates',
  total: 'the total of the stay',
  allTotal: 'the total of the reservation',
  currency: 'the currency',
}
const PLURALS: ReadonlySet<keyof Said> = new Set(['rooms', 'dates', 'plans'])
const IDS: readonly (keyof Said)[] = ['id', 'number']

/**
 * What of the reservation an answer repeats otherwise than it was sent, in words; undefined where it agrees or says nothing of it. A PMS need not repeat anything.
 * @param answer the body of the answer; one that holds it as a string is read through
 * @param message the notification that was sent
 * @param ofIds compares the ids alone: what is left of a stay that is cancelled is the PMS's to say
 */
export function contradictionIn(answer: string, message: string, { ofIds = false } = {}): string | undefined {
  const body = answerTextOf(answer)
  const sent = saidIn(readXml(message).root)
  const told = saidIn(readXml(body).root, sent)
  const wrong = (ofIds ? IDS : (Object.keys(WORDS) as (keyof Said)[])).filter(
    (key) => told[key] !== undefined && sent[key] !== undefined && told[key] !== sent[key],
  )
  const lost = ofIds ? undefined : lostNameIn(body, message)
  if (lost !== undefined)
    return `The PMS answered Success, but repeats the name ${lost.sent} as ${lost.told}: letters of it are lost.`
  const listed = [
    ...wrong.map(
      (key) => `${WORDS[key]} as ${told[key] ?? ''}, sent ${PLURALS.has(key) ? 'were' : 'was'} ${sent[key] ?? ''}`,
    ),
    // Where the stay is told wrong its rates follow from that.
    ...(ofIds || wrong.length > 0 ? [] : wrongRates(nodesIn(message), nodesIn(body))),
  ]
  if (listed.length === 0) return undefined
  return `The PMS answered Success, but repeats ${listed.join('; ')}.`
}

function nodesIn(text: string): XmlNode[] {
  const { root } = readXml(text)
  return root === undefined ? [] : [...walkNodes(root)]
}

const surnamesIn = (text: string): string[] =>
  nodesIn(text).flatMap((node) => (node.name === 'Surname' ? shown(node.text) : []))

/** A name of the message that an answer repeats with question marks or U+FFFD in place of letters. A PMS may write names in its own letters, and need not repeat them. */
function lostNameIn(body: string, message: string): { sent: string; told: string } | undefined {
  const [sent, repeated] = [surnamesIn(message), surnamesIn(body)]
  const told = repeated.find((name) => /[?\ufffd]/.test(name) && !sent.includes(name))
  const own = sent.find((name) => !repeated.includes(name))
  return told === undefined || own === undefined ? undefined : { sent: own, told }
}

/** @param known what was sent: where a text has it among others, that is what it repeats */
function saidIn(root: XmlNode | undefined, known?: Said): Said {
  const nodes = root === undefined ? [] : [...walkNodes(root)]
  const stays = nodes.filter(({ name }) => name === 'RoomStay')
  const units = new Map<string, number>()
  let isTold = stays.length > 0
  for (const stay of stays) {
    const types = [...walkNodes(stay)].filter(({ name }) => name === 'RoomType')
    isTold &&= types.length > 0
    for (const type of types) {
      const code = valueOf(type, 'RoomTypeCode') ?? ''
      units.set(code, (units.get(code) ?? 0) + Number(valueOf(type, 'NumberOfUnits') ?? '1'))
    }
  }
  const spans = stays.map((stay) => {
    const span = childOf(stay, 'TimeSpan')
    const days = spanOf(span)
    if (days !== undefined) return `${dayText(days.from)} to ${dayText(days.to)}`
    return [valueOf(span, 'Start'), valueOf(span, 'End')].map((day) => day?.slice(0, 10) ?? '').join(' to ')
  })
  const totals = stays.map((stay) => childOf(stay, 'Total'))
  const all = nodes.filter(({ name, parent }) => name === 'Total' && parent?.name === 'ResGlobalInfo')
  const currencies = new Set(nodes.flatMap((node) => shown(valueOf(node, 'CurrencyCode')?.toUpperCase())))
  return {
    ...idsIn(nodes, known),
    allTotal: all.length === 1 ? totalOf(all) : undefined,
    hotel: codesIn(nodes, 'BasicPropertyInfo', 'HotelCode'),
    plans: codesIn(nodes, 'RatePlan', 'RatePlanCode'),
    // An answer may leave out what is in one of several.
    currency: [...currencies].every((one) => known?.currency?.split(', ').includes(one))
      ? known?.currency
      : [...currencies].sort().join(', '),
    rooms: isTold
      ? [...units]
          .map(([code, count]) => `${count} × ${code}`.slice(0, 60))
          .sort()
          .join(', ')
      : undefined,
    dates:
      spans.length > 0 && spans.every((span) => /^\S+ to \S+$/.test(span))
        ? [...new Set(spans)].sort().join(', ')
        : undefined,
    total: totals.length > 0 ? totalOf(totals) : undefined,
  }
}

/** What totals make; as it stands where one of them is no amount. */
function totalOf(totals: readonly (XmlNode | undefined)[]): string | undefined {
  const amounts = totals.map((total) => parseMoney(valueOf(total, 'AmountAfterTax'), valueOf(total, 'DecimalPlaces')))
  const texts = totals.map((total) => valueOf(total, 'AmountAfterTax')?.trim() ?? '')
  if (texts.includes('')) return undefined
  return amounts.every((amount) => amount !== undefined)
    ? plainOf(writeDecimal(sumDecimals(amounts)))
    : texts.join(' + ').slice(0, SHOWN_MAX)
}

/** With two decimals at least, and no zeros behind them. */
function plainOf(amount: string): string {
  const [whole = '', part = ''] = amount.split('.')
  let end = part.length
  while (end > 2 && part[end - 1] === '0') end--
  return `${whole}.${part.slice(0, end).padEnd(2, '0')}`
}

const codesIn = (nodes: readonly XmlNode[], name: string, code: string): string | undefined => {
  const codes = new Set(nodes.flatMap((node) => (node.name === name ? shown(valueOf(node, code)) : [])))
  return codes.size === 0 ? undefined : [...codes].sort().join(', ')
}

/** Ids of type 14, the reservation's in the system that sends it. One that names the system that it is of may be the PMS's own, as those of other types are. */
function idsIn(nodes: readonly XmlNode[], known: Said | undefined): Pick<Said, 'id' | 'number'> {
  const of = (name: string, type: string, value: string, owners: readonly string[]): string[] =>
    nodes
      .filter((node) => node.name === name && valueOf(node, type) === '14')
      .filter((node) => owners.every((owner) => shown(valueOf(node, owner)).length === 0))
      .flatMap((node) => shown(valueOf(node, value)))
  const told = (found: readonly string[], own: string | undefined): string | undefined =>
    own !== undefined && found.includes(own) ? own : found[0]
  return {
    id: told(of('UniqueID', 'Type', 'ID', ['ID_Context', 'URL']), known?.id),
    number: told(
      of('HotelReservationID', 'ResID_Type', 'ResID_Value', ['ResID_Source', 'ResID_SourceContext']),
      known?.number,
    ),
  }
}

const SHOWN_MAX = 128
const shown = (value: string | undefined): string[] =>
  value === undefined || value.trim() === '' ? [] : [value.trim().slice(0, SHOWN_MAX)]

/**
 * Why a change is answered with another number of the hotel's system than its booking; undefined where one of them is the same, or one side told none. The interface names no
 * event at which a reservation gets a new number.
 */
export function otherNumberIn(told: readonly string[], sends: string, booked: readonly string[]): string | undefined {
  if (told.length === 0 || booked.length === 0 || told.some((one) => booked.includes(one))) return undefined
  return `The PMS answered its number ${told.join(', ')} to the ${sends}, and ${booked.join(', ')} to the booking: it ${sends === 'Cancel' ? 'cancelled' : 'changed or made'} another reservation, or renumbered this one, which the interface does not know.`
}
