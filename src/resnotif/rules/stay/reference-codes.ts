import type { MessageReservation, StayNode } from '../../read/index.js'
import { walkStandard, type XmlNode } from '../../xml/index.js'

/** A code of a room or plan that only a composite reference names. */
export interface ReferenceCode {
  node: XmlNode
  /** The attribute with the reference; undefined where it is text. */
  attribute?: string | undefined
  code: string
  section: 'rooms' | 'plans'
}

/** What stands at other places of the message, and what the receiver knows, in whatever spelling. */
interface Beside {
  isCoded(node: XmlNode, attribute: string): boolean
  knows(section: 'rooms' | 'plans', code: string): boolean
}

/** Number, then what are room and plan. A number of more digits is part of a date or of an id. */
const PARTS = /^(\d{1,3})-([^]+)$/
const LONGEST = 255

/**
 * Rooms and plans that ResGuestRPH (`1-102-501`) books in a RoomStay that does not list them. Interface: "Reservation", guest mapping. Where a dash stands in a
 * code, the parts can be cut in several ways: only what is unknown in each of them is told.
 */
export function codesInReferences(
  { stays, references, guests }: MessageReservation,
  { isCoded, knows }: Beside,
): ReferenceCode[] {
  const named = [
    ...references.map(({ node, value, attribute }) => ({ node, value, attribute: attribute?.name })),
    ...guests.flatMap(({ node, rph }) => (rph === undefined ? [] : [{ node, value: rph.value, attribute: rph.name }])),
  ]
  const lists = (stay: StayNode, attribute: string): boolean =>
    walkStandard(stay.node).some((node) => isCoded(node, attribute))
  const isNumbered = stays.some(({ indexNumber }) => indexNumber !== undefined)
  return named.flatMap(({ node, attribute, value }) => {
    const [, index, rest] = PARTS.exec(value) ?? []
    if (index === undefined || rest === undefined || rest.length > LONGEST) return []
    const own = isNumbered ? stays.filter(({ indexNumber }) => indexNumber?.value === index) : stays
    // A number that no RoomStay has is the label of another sender, or told as a wrong reference.
    if (own.length === 0 && stays.length > 0) return []
    const isOpen = (name: string): boolean => stays.length === 0 || own.some((stay) => !lists(stay, name))
    const cuts = cutsOf(rest)
    if (cuts.length === 0) return []
    const unknown = (section: 'rooms' | 'plans', side: 0 | 1): ReferenceCode[] => {
      if (cuts.length > 1 && cuts.some((cut) => knows(section, cut[side]))) return []
      const beside = cuts.filter((cut) => knows(section === 'rooms' ? 'plans' : 'rooms', cut[side === 0 ? 1 : 0]))
      const [only, other] = cuts.length === 1 ? cuts : beside
      return [{ node, attribute, code: only === undefined || other !== undefined ? rest : only[side], section }]
    }
    return [
      ...(isOpen('RoomTypeCode') ? unknown('rooms', 0) : []),
      ...(isOpen('RatePlanCode') ? unknown('plans', 1) : []),
    ]
  })
}

/** Every way to cut room and plan at a dash. */
function cutsOf(rest: string): [room: string, plan: string][] {
  return [...rest.matchAll(/-/g)].flatMap(({ index }): [string, string][] => {
    const cut: [string, string] = [rest.slice(0, index), rest.slice(index + 1)]
    return cut.includes('') ? [] : [cut]
  })
}
