import { readXml, walkNodes, type XmlNode } from '../../xml/index.js'
import { WITHOUT_TEXT } from './holes.js'

/** A tag whose name the next tag cuts: `<RoomSt</`. */
const CUT_NAME = /<\/?(?:[\w.-]{1,40}:)?([A-Za-z_]\w{0,60})$/
const NAME_MAX = 110

/** A message that begins anew inside of a reservation, and is broken as well. */
const isAnew = ({ name, parent }: XmlNode): boolean =>
  name === 'HotelReservations' && (parent?.name === 'HotelReservation' || parent?.parent?.name === 'HotelReservation')

/**
 * Whether one message goes on in the middle of a tag of another: a file that was rotated while it was written holds the head of one and the tail of the next. A name that
 * is whole is that of a tag whose writer forgot to end it.
 */
export function isGlued(text: string): boolean {
  const { broken, root } = readXml(text)
  if (broken === undefined || broken.kind !== 'broken') return false
  if (root !== undefined && [...walkNodes(root)].some(isAnew)) return true
  if (broken.isCut === true) return false
  const at = text.indexOf('<', broken.offset - 1)
  if (at < 0 || at > broken.offset + 1) return false
  const name = CUT_NAME.exec(text.slice(Math.max(0, at - NAME_MAX), at))?.[1]
  if (name === undefined || WITHOUT_TEXT.has(name)) return false
  return (
    [...WITHOUT_TEXT].some((known) => known.startsWith(name)) && !new RegExp(`</(?:[\\w.-]{1,40}:)?${name}>`).test(text)
  )
}
