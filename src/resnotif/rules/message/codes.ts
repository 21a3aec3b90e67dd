import { findingAt, type LintFinding } from '../../finding/index.js'
import type { MessageReservation } from '../../read/index.js'
import { inOneLine, walkNodes, walkStandard, type XmlNode } from '../../xml/index.js'
import { meantBy } from './misread.js'

/** Longest values the schemas allow, by attribute and, where it matters, element. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ RoomTypeCode: 16, RatePlanCode: 16, GroupEventCode: 16, HotelCode: 16, ResID_Value: 64 }),
)
const UNIQUE_ID_LENGTH = 32

/** C1 controls and DEL are legal XML and never meant, and U+FFFD stands for a letter that a program could not read; tabs and line ends in attributes do not survive a reader. */
const ODD = /[\u007f-\u009f\ufffd]/u

/** Codes beyond their length, empty codes, odd characters, letters that were lost. */
export function checkCodes({ node: reservation }: MessageReservation): LintFinding[] {
  return [
    ...walkStandard(reservation).flatMap((node) => [...checkLengths(node), ...checkLetters(node)]),
    ...[...walkNodes(reservation)].flatMap(checkCharacters),
  ]
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

/** Of letters that were read in the wrong encoding another rule tells. */
const isOdd = (text: string): boolean => ODD.test(text) && meantBy(text) === undefined

function checkCharacters(node: XmlNode): LintFinding[] {
  const inAttributes = node.attributes
    .filter(({ value }) => isOdd(value))
    .map(({ name, value }) => findingAt('odd-character', node, name, { found: nameOf(value) }))
  return isOdd(node.text)
    ? [...inAttributes, findingAt('odd-character', node, undefined, { found: nameOf(node.text) })]
    : inAttributes
}

/** What holds names and addresses, and no sentences: there nobody asks. */
const NAMES =
  /^(?:GivenName|MiddleName|Surname|SurnamePrefix|CardHolderName|CompanyName|AddressLine|StreetNmbr|CityName|StateProv|CountryName)$/
/** Whether a node's text is a name or a part of an address. */
export const holdsName = ({ name }: XmlNode): boolean => NAMES.test(name)

/** One between letters, or all of a word: `M?ller`, `????? 5`. A single `?` may stand for a number that nobody knew. */
const LOST_LETTER = /\p{L}\?{1,9}\p{L}|^\?{3,200}$/u
/** Nothing is left: `??? ??`. */
const ALL_LOST = /^\?[?\s.'-]{0,200}$/
/** One at an edge of a word: `Ren?`, `?ystein`. Of an address it may be meant: `Apt 5?`. */
const LOST_EDGE = /^\?{1,9}\p{L}|\p{L}\?{1,9}$/u
const OF_PERSON = /^(?:GivenName|MiddleName|Surname)$/
/** An address of the web asks for something. */
const WEB = /[/=&]/

function checkLetters(node: XmlNode): LintFinding[] {
  if (!holdsName(node)) return []
  const text = inOneLine(node.text)
  const isLost = (word: string): boolean =>
    !WEB.test(word) && (LOST_LETTER.test(word) || (OF_PERSON.test(node.name) && LOST_EDGE.test(word)))
  return ALL_LOST.test(text) || text.split(' ').some(isLost)
    ? [findingAt('letters-lost', node, undefined, { found: text.slice(0, 60) })]
    : []
}
