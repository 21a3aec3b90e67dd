import { findingAt, type LintFinding } from '../../finding/index.js'
import type { MessageReservation } from '../../read/index.js'
import { walkNodes, type XmlNode } from '../../xml/index.js'

/** Longest values the schemas allow, by attribute and, where it matters, element. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ RoomTypeCode: 16, RatePlanCode: 16, GroupEventCode: 16, HotelCode: 16, ResID_Value: 64 }),
)
const UNIQUE_ID_LENGTH = 32

/** C1 controls and DEL are legal XML and never meant, and U+FFFD stands for a letter that a program could not read; tabs and line ends in attributes do not survive a reader. */
const ODD = /[\u007f-\u009f\ufffd]/u

/** Codes beyond their length, empty codes, odd characters. */
export function checkCodes({ node: reservation }: MessageReservation): LintFinding[] {
  return [...walkNodes(reservation)].flatMap((node) => [...checkLengths(node), ...checkCharacters(node)])
}

function checkLengths(node: XmlNode): LintFinding[] {
  return node.attributes.flatMap(({ name, value }) => {
    const longest = node.name === 'UniqueID' && name === 'ID' ? UNIQUE_ID_LENGTH : LENGTHS.get(name)
    const length = value.trim() === '' ? 0 : [...value].length
    // A hotel that is not named is another rule's matter.
    if (name === 'HotelCode' && length === 0) return []
    if (longest === undefined || (length >= 1 && length <= longest)) return []
    return [
      findingAt('code-too-long', node, name, {
        ...(length === 0
          ? {
              why: 'The code is empty, so the PMS has nothing to find the room, plan or reservation by.',
              remedy: 'Write the code, or leave the attribute out.',
            }
          : {}),
        found: length === 0 ? 'nothing' : `${length} characters: ${value.slice(0, 60)}`,
        expected: `1 to ${longest} characters`,
      }),
    ]
  })
}

function nameOf(text: string): string {
  const code = ODD.exec(text)?.[0].codePointAt(0) ?? 0
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return code === LOST ? `${name}, a letter that was lost` : name
}

const LOST = 0xfffd

function checkCharacters(node: XmlNode): LintFinding[] {
  const inAttributes = node.attributes
    .filter(({ value }) => ODD.test(value))
    .map(({ name, value }) => findingAt('odd-character', node, name, { found: nameOf(value) }))
  return ODD.test(node.text)
    ? [...inAttributes, findingAt('odd-character', node, undefined, { found: nameOf(node.text) })]
    : inAttributes
}
