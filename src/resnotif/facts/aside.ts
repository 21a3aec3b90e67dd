import { valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import { isYes } from './charges.js'
import { value } from './value.js'

const LISTED_MAX = 100

/** OpenTravel list RMA. */
const ACCESSIBLE_ROOM = '161'

/** What the rooms and the hotel must have for a guest with a disability, and what is said of that guest. */
export function accessOf(reservation: XmlNode): string[] {
  const found = [...walkNodes(reservation)].flatMap((node): string[] => {
    if (node.name === 'Amenity' && valueOf(node, 'RoomAmenity') === ACCESSIBLE_ROOM) return ['accessible room']
    if (isYes(valueOf(node, 'AccessibleIndicator'))) return ['accessible room']
    const code = value(node, 'AccessibilityCode')
    if (code !== undefined) return [`accessibility code ${code}`]
    return node.name === 'PhysChallName' && valueOf(node, 'PhysChallInd') !== 'false'
      ? [node.text.trim().slice(0, 200) || 'guest with a disability']
      : []
  })
  return [...new Set(found)].slice(0, LISTED_MAX)
}
