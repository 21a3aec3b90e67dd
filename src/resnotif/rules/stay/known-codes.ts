import { nearest } from '../../../nearest.js'
import { findingAt, type LintFinding } from '../../finding/index.js'
import type { Message } from '../../read/index.js'
import { codesInReferences } from './reference-codes.js'
import { valueOf, walkStandard, type XmlNode } from '../../xml/index.js'

/** Codes that the receiver knows. What is absent is not checked. */
export interface KnownCodes {
  /** Where they are from, shown in findings: `mapping.yaml`, `hotel 1000001 at the service`. */
  from: string
  /** A code of a message → what the receiver calls it; '' where that is not told. */
  hotels?: ReadonlyMap<string, string>
  rooms?: ReadonlyMap<string, string>
  plans?: ReadonlyMap<string, string>
  /** The one hotel that all of it is for, where it says so. */
  onlyHotel?: string
  /** Codes that stand there without one of the receiver's: `room 101`. */
  unmapped?: ReadonlySet<string>
}

const KINDS = [
  ['RoomTypeCode', 'rooms', 'room'],
  ['RatePlanCode', 'plans', 'plan'],
  ['HotelCode', 'hotels', 'hotel'],
] as const

/** Codes of hotels, rooms and plans that nobody knows at the other side, or knows in another spelling: each where it stands first, with the nearest one. */
export function checkKnownCodes({ reservations }: Pick<Message, 'reservations'>, known: KnownCodes): LintFinding[] {
  const seen = new Set<string>()
  const check = (
    node: XmlNode,
    attribute: string | undefined,
    code: string,
    [, section, what]: (typeof KINDS)[number],
  ): LintFinding[] => {
    const codes = known[section]
    if (codes === undefined || codes.has(code) || seen.has(`${what} ${code}`)) return []
    seen.add(`${what} ${code}`)
    const meant = [...codes.keys()].find((one) => folded(one) === folded(code))
    return [
      meant === undefined
        ? findingAt('code-unknown', node, attribute, wordsFor(code, what, codes, known))
        : findingAt('code-spelling', node, attribute, spellingOf(code, meant, what)),
    ]
  }
  const ofElements = reservations.flatMap(({ node: reservation }) =>
    walkStandard(reservation).flatMap((node) =>
      KINDS.flatMap((kind) => {
        const code = codeIn(node, kind[0])
        return code === undefined ? [] : check(node, kind[0], code, kind)
      }),
    ),
  )
  const spelled = { rooms: foldedCodes(known.rooms), plans: foldedCodes(known.plans) }
  const knows = (section: 'rooms' | 'plans', code: string): boolean => spelled[section].has(folded(code))
  const ofReferences = reservations.flatMap((reservation) =>
    codesInReferences(reservation, {
      isCoded: (node, attribute) => codeIn(node, attribute) !== undefined,
      knows,
    }).flatMap(({ node, attribute, code, section }) =>
      KINDS.filter((kind) => kind[1] === section).flatMap((kind) => check(node, attribute, code, kind)),
    ),
  )
  return [...ofElements, ...ofReferences]
}

/** Codes of what is booked; filters and inventory blocks speak of other things. */
function codeIn(node: XmlNode, attribute: string): string | undefined {
  const isBooked = ['RoomRate', 'RoomType', 'RatePlan', 'BasicPropertyInfo'].includes(node.name)
  const code = isBooked ? valueOf(node, attribute) : undefined
  return code?.trim() === '' ? undefined : code
}

const folded = (code: string): string => code.replaceAll(/\s/g, '').toLowerCase()

const foldedCodes = (codes: ReadonlyMap<string, string> | undefined): ReadonlySet<string> =>
  new Set([...(codes?.keys() ?? [])].map(folded))

/** A code that a receiver finds only where it forgives blanks or capitals. */
function spellingOf(
  code: string,
  meant: string,
  what: string,
): Pick<LintFinding, 'found' | 'expected' | 'why' | 'remedy'> {
  const [found, expected] = [code, meant].map((one) => JSON.stringify(one.slice(0, 60))) as [string, string]
  const differs = [
    ...(code.replaceAll(/\s/g, '') === meant.replaceAll(/\s/g, '') ? [] : ['capitals']),
    ...(code.toLowerCase() === meant.toLowerCase() ? [] : ['blanks']),
  ].join(' and ')
  return {
    found,
    expected,
    why: `The ${what} is ${expected}; this code has other ${differs}, and a receiver that compares exactly finds nothing by it.`,
    remedy: `Write ${expected} where the message is made.`,
  }
}

const LISTED = 5

function wordsFor(
  code: string,
  what: string,
  codes: ReadonlyMap<string, string>,
  { from, unmapped, onlyHotel }: KnownCodes,
): Pick<LintFinding, 'found' | 'expected' | 'why' | 'remedy'> {
  const sent = [...codes].find(([, own]) => own === code)?.[0]
  const near = nearest(code, codes.keys())
  const all = [...codes.keys()]
  return {
    found: code.slice(0, 60),
    expected:
      sent !== undefined
        ? `${sent}, which stands for ${code}`
        : near !== undefined
          ? `${near} is the nearest`
          : `${all.slice(0, LISTED).join(', ') || 'none'}${all.length > LISTED ? ` or ${all.length - LISTED} more` : ''}`,
    why:
      what === 'hotel' && onlyHotel !== undefined
        ? `${from} is for hotel ${onlyHotel}, and the message for hotel ${code.slice(0, 60)}: its rooms and plans are those of another hotel.`
        : unmapped?.has(`${what} ${code}`) === true
          ? `The ${what} ${code.slice(0, 60)} has no code of the PMS in ${from}, and a reservation for it cannot be stored.`
          : `No ${what} ${code.slice(0, 60)} is known: ${from} does not have it, and a reservation for it cannot be stored.`,
    remedy:
      sent !== undefined
        ? 'The message has the code of the PMS: send the code that the mapping file leads to it.'
        : what === 'hotel' && onlyHotel !== undefined
          ? 'Check the message against the file of its own hotel, or correct the code where the message is made.'
          : `Map the ${what}, or correct the code where the message is made.`,
  }
}
