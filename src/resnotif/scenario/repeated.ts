import { answerTextOf } from '../answer/index.js'
import { parseMoney, sumDecimals, writeDecimal } from '../build/index.js'
import { childOf, readXml, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import { wrongCounts } from './counted.js'
import { guestsRepeated, namesInOtherScripts, shortenedNames, wrongGuests } from './people.js'
import { nightsRepeated, wrongRates } from './rates.js'
import { wrongProducts } from './rooms.js'
import { wrongSpans } from './spans.js'
import { cut, reservationOf } from './told.js'

/** What a message and its answer may both say of a reservation, as words that can be compared. */
interface Said {
  id: string | undefined
  number: string | undefined
  hotel: string | undefined
  total: string | undefined
  allTotal: string | undefined
  currency: string | undefined
}

const WORDS: Readonly<Record<keyof Said, string>> = {
  id: 'the UniqueID',
  number: 'the reservation id (ResID_Type 14)',
  hotel: 'the hotel',
  total: 'the total of the stay',
  allTotal: 'the total of the reservation',
  currency: 'the currency',
}
const AMOUNTS: ReadonlySet<keyof Said> = new Set(['total', 'allTotal'])

/**
 * What of the reservation an answer repeats otherwise than it was sent, in words; undefined where it agrees or says nothing of it. A PMS need not repeat anything.
 * @param answer the body of the answer; one that holds it as a string is read through
 * @param message the notification that was sent
 * @param isCancel compares no totals and prices: a PMS may answer those of a cancelled stay as zero, or as its fee
 */
export function contradictionIn(answer: string, message: string, { isCancel = false } = {}): string | undefined {
  const body = answerTextOf(answer)
  const [own, all] = [nodesIn(message), nodesIn(body)]
  const sent = saidIn(own)
  const told = saidIn(all, sent)
  const wrong = (Object.keys(WORDS) as (keyof Said)[]).filter(
    (key) =>
      !(isCancel && AMOUNTS.has(key)) && told[key] !== undefined && sent[key] !== undefined && told[key] !== sent[key],
  )
  const lost = lostNameIn(all, own)
  if (lost !== undefined)
    return `The PMS answered Success, but repeats ${lost.sent === undefined ? 'a name' : `the name ${cut(lost.sent)}`} as ${cut(lost.told)}: letters of it are lost.`
  const listed = [
    ...wrong.map((key) => `${WORDS[key]} as ${cut(told[key] ?? '')}, sent was ${cut(sent[key] ?? '')}`),
    ...wrongProducts(own, all),
    ...wrongSpans(own, all),
    ...wrongCounts(own, all),
    ...wrongGuests(own, all),
  ]
  // Where the stay is told wrong its rates follow from that.
  const found = listed.length > 0 ? listed : wrongRates(own, all, { hasAmounts: !isCancel })
  return found.length === 0
    ? undefined
    : `The PMS answered Success, but repeats ${found.map((words) => cut(words, WORDS_MAX)).join('; ')}.`
}

/**
 * What a person has to look at in the names of an answer that agrees, as sentences: names that it writes in another script than they were sent in, which nobody here can compare;
 * given names of which it has the initial alone; and guests that it leaves out while it names others, or has more often than they were sent.
 */
export function notComparedIn(answer: string, message: string): string[] {
  const [own, all] = [nodesIn(message), nodesIn(answerTextOf(answer))]
  const { told, sent } = namesInOtherScripts(own, all)
  const short = shortenedNames(own, all)
  const guests = guestsRepeated(own, all)
  return [
    ...(told.length === 0
      ? []
      : [
          `${told.length === 1 ? 'Name not compared: written in another script than it was' : 'Names not compared: written in another script than they were'} sent in (${listed(told)}${sent.length === 0 ? '' : `; sent ${sent.length === 1 ? 'was' : 'were'} ${listed(sent)}`}).`,
        ]),
    ...(short.length === 0 ? [] : [`Only the initial of the given name is repeated: ${listed(short)}.`]),
    ...(guests === undefined
      ? []
      : [
          guests.told < guests.sent
            ? `The answer repeats ${guests.told} of the ${guests.sent} guests; the others were not compared.`
            : `The answer has ${guests.told} guests, sent ${guests.sent === 1 ? 'was 1' : `were ${guests.sent}`}: look at the PMS whether it has somebody twice.`,
        ]),
    ...nightsRepeated(own, all),
  ]
}

const listed = (names: readonly string[]): string =>
  cut(
    names
      .slice(0, NAMES_MAX)
      .map((name) => cut(name))
      .join(', '),
    WORDS_MAX,
  )

function nodesIn(text: string): XmlNode[] {
  const { root } = readXml(text)
  return root === undefined ? [] : [...walkNodes(root)]
}

const namesIn = (nodes: readonly XmlNode[]): string[] =>
  nodes.flatMap((node) => (/^(?:GivenName|Surname)$/.test(node.name) ? shown(node.text) : []))

/**
 * A name of the message that an answer repeats with question marks or U+FFFD in place of letters. A PMS may write names in its own letters, and need not repeat them.
 * @returns without what was sent where nothing shows which name it was
 */
function lostNameIn(
  all: readonly XmlNode[],
  own: readonly XmlNode[],
): { sent: string | undefined; told: string } | undefined {
  const [sent, repeated] = [namesIn(own), namesIn(all)]
  const told = repeated.find((name) => /[?\ufffd]/.test(name) && !sent.includes(name))
  const missing = sent.filter((one) => !repeated.includes(one))
  if (told === undefined || missing.length === 0) return undefined
  // The one of which the most stands there still; else the one in its place, where all others stand in theirs.
  const rest = missing.find((one) => isRestOf(told, one))
  const isInPlace =
    repeated.length === sent.length && repeated.every((one, at) => !sent.includes(one) || sent[at] === one)
  const inPlace = isInPlace ? sent[repeated.indexOf(told)] : undefined
  return { told, sent: rest ?? inPlace ?? (missing.length === 1 ? missing[0] : undefined) }
}

const isRestOf = (told: string, name: string): boolean => {
  const rest = told.split(/[?\ufffd]+/).filter((part) => part !== '')
  return rest.length > 0 && rest.every((part) => name.toLowerCase().includes(part.toLowerCase()))
}

/** @param known what was sent: where a text has it among others, that is what it repeats */
function saidIn(nodes: readonly XmlNode[], known?: Said): Said {
  const stays = nodes.filter(({ name }) => name === 'RoomStay')
  const totals = stays.map((stay) => childOf(stay, 'Total'))
  const all = nodes.filter(({ name, parent }) => name === 'Total' && parent?.name === 'ResGlobalInfo')
  const currencies = new Set(nodes.flatMap((node) => shown(valueOf(node, 'CurrencyCode')?.toUpperCase())))
  return {
    ...idsIn(nodes, known),
    // Of several reservations each may tell the total of them all.
    allTotal: all.every((one) => totalOf([one]) === known?.allTotal) ? known?.allTotal : totalOf(all, known?.allTotal),
    hotel: hotelsIn(nodes),
    // An answer may leave out what is in one of several.
    currency: [...currencies].every((one) => known?.currency?.split(', ').includes(one))
      ? known?.currency
      : [...currencies].sort().join(', '),
    total: totals.length > 0 ? totalOf(totals, known?.total) : undefined,
  }
}

/** The hotels that are named; a code of which the system is named, too, may be the PMS's own. */
function hotelsIn(nodes: readonly XmlNode[]): string | undefined {
  const codes = nodes
    .filter((node) => shown(valueOf(node, 'HotelCodeContext')).length === 0)
    .flatMap((node) => shown(valueOf(node, 'HotelCode')))
  return codes.length === 0 ? undefined : [...new Set(codes)].sort().join(', ')
}

/** What totals make; as it stands where one of them is no amount. Where one is left out, the others may make less than was sent. */
function totalOf(holders: readonly (XmlNode | undefined)[], known?: string): string | undefined {
  const totals = holders.filter((total) => shown(valueOf(total, 'AmountAfterTax')).length > 0)
  if (totals.length === 0 || (totals.length < holders.length && known === undefined)) return undefined
  const amounts = totals.map((total) => parseMoney(valueOf(total, 'AmountAfterTax'), valueOf(total, 'DecimalPlaces')))
  const texts = totals.map((total) => valueOf(total, 'AmountAfterTax')?.trim() ?? '')
  if (totals.length < holders.length && amounts.every((amount) => amount !== undefined))
    if (Number(writeDecimal(sumDecimals(amounts))) <= Number(known)) return undefined
  return amounts.every((amount) => amount !== undefined)
    ? plainOf(writeDecimal(sumDecimals(amounts)))
    : texts.join(' + ')
}

/** With two decimals at least, and no zeros behind them. */
function plainOf(amount: string): string {
  const [whole = '', part = ''] = amount.split('.')
  let end = part.length
  while (end > 2 && part[end - 1] === '0') end--
  return `${whole}.${part.slice(0, end).padEnd(2, '0')}`
}

/** Ids of type 14, the reservation's in the system that sends it. One that names the system that it is of may be the PMS's own, as those of other types are. */
function idsIn(nodes: readonly XmlNode[], known: Said | undefined): Pick<Said, 'id' | 'number'> {
  const of = (
    name: string,
    type: string,
    value: string,
    owners: readonly string[],
  ): [XmlNode | undefined, readonly string[]][] => {
    const byReservation = new Map<XmlNode | undefined, string[]>()
    for (const node of nodes) {
      if (node.name !== name || valueOf(node, type) !== '14') continue
      if (owners.some((owner) => shown(valueOf(node, owner)).length > 0)) continue
      const at = reservationOf(node)
      byReservation.set(at, [...(byReservation.get(at) ?? []), ...shown(valueOf(node, value))])
    }
    return [...byReservation].filter(([, found]) => found.length > 0)
  }
  // Each reservation is to have the id that was sent, perhaps among others.
  const told = (
    found: readonly [XmlNode | undefined, readonly string[]][],
    own: string | undefined,
  ): string | undefined => {
    const all = found.flatMap(([, ids]) => ids)
    if (own === undefined || !all.includes(own)) return all[0]
    return found.find(([at, ids]) => at !== undefined && !ids.includes(own))?.[1][0] ?? own
  }
  return {
    id: told(of('UniqueID', 'Type', 'ID', ['ID_Context', 'URL']), known?.id),
    number: told(
      of('HotelReservationID', 'ResID_Type', 'ResID_Value', ['ResID_Source', 'ResID_SourceContext']),
      known?.number,
    ),
  }
}

const WORDS_MAX = 1000
const NAMES_MAX = 10
const shown = (value: string | undefined): string[] =>
  value === undefined || value.trim() === '' ? [] : [value.trim()]

/**
 * Why a change is answered with another number of the hotel's system than its booking; undefined where one of them is the same, or one side told none. The interface names no
 * event at which a reservation gets a new number.
 */
export function otherNumberIn(told: readonly string[], sends: string, booked: readonly string[]): string | undefined {
  if (told.length === 0 || booked.length === 0 || told.some((one) => booked.includes(one))) return undefined
  return `The PMS answered its number ${told.join(', ')} to the ${sends}, and ${booked.join(', ')} to the booking: it ${sends === 'Cancel' ? 'cancelled' : 'changed or made'} another reservation, or renumbered this one, which the interface does not know.`
}

/** Numbers of the hotel's system, and the scenario whose booking was answered with each first. */
export type HotelNumbersGiven = Map<string, number>

/** What to look at where every number that the answer to a booking tells was told for a booking of another scenario; the numbers are noted as those of this one. */
export function sharedNumberIn(told: readonly string[], scenario: number, given: HotelNumbersGiven): string[] {
  const others = told.flatMap((one) => given.get(one) ?? []).filter((other) => other !== scenario)
  for (const one of told) if (!given.has(one)) given.set(one, scenario)
  return told.length === 0 || others.length < told.length
    ? []
    : [
        `The PMS answered its number ${told.join(', ')} to the booking of scenario ${others[0]}, too: if that is its number of a booking, each booking needs one of its own.`,
      ]
}
