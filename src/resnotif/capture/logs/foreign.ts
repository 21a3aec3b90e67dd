import { readXml } from '../../xml/index.js'
import { beginsWithTime, MARKER } from '../words/index.js'

/** How far from where reading ends the reason stands. */
const NEAR = 200
const ESCAPES =
  /\\(?:["'nrt\\]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[0-3][0-7]{2})|=""\w|=''\w|\* Connection #\d|\[\d{1,9} bytes data\]|[<>] \d{4}\/\d\d\/\d\d [\d:.]{8,18} {1,2}length=\d|Z (?:stdout|stderr) [PF] /
const DATED = /\n\W{0,3}(?:\d{4}[-/]|\d\d[-:/.]\d\d|[A-Z][a-z]{2} )/

/** A line with words before a tag. */
const HEADED = /\n[ \t]{0,40}[^\s<>][^<>\n]{0,100}</
const HEAD = /^[^<>]{0,140}(?=<)/
/** Fewer lines may begin alike by chance. */
const ALIKE_MIN = 3
const LINES_SEEN = 10

/** Whether lines at a place begin with one and the same words before a tag, as those of a log do in which other lines do not. */
function beginAlike(text: string, at: number): boolean {
  const lines = text.slice(text.lastIndexOf('\n', at) + 1, at + NEAR * LINES_SEEN).split('\n', LINES_SEEN)
  const [first = '', ...others] = lines.map((line) => (HEAD.exec(line)?.[0].trim() ?? '').replaceAll(/\d+/g, '0'))
  return first !== '' && others.filter((head) => head === first).length >= ALIKE_MIN - 1
}

/** As `curl --trace-ascii` writes them. */
const ROW_BYTES = 64
const ROW = /\n[\da-f]{4,8}: /

/** Whether the lines behind a place are rows of a dump, by their offsets. */
function rowsNear(text: string, at: number): boolean {
  const lines = text.slice(text.lastIndexOf('\n', at) + 1, at + NEAR * LINES_SEEN).split('\n', LINES_SEEN)
  const offsets = lines.map((line) => parseInt(/^[\da-f]{4,8}(?=: )/.exec(line)?.[0] ?? '', 16))
  return offsets.some((offset, i) => offset + ROW_BYTES === offsets[i + 1])
}

/** A time in a tag, and not in a value of it. */
const TIME_IN_TAG = /<[A-Za-z_][^<>"'=]{0,200}?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/

/** Signs before a quote, or in place of one, behind the name of an attribute: `^"`, `~"`, `{q}`. */
const SIGN = /[\w:.-]=(?:([^\s\w"'<>=&/\\]{1,6})["']|([^\s\w"'<>=&/\\][a-z]{0,8}[^\s\w"'<>=&/\\]))/g
const PLAIN_VALUE = /[\w:.-]\s{0,9}=\s{0,9}["']/
const SIGNS_MIN = 3
const HEAD_MAX = 4_000

/** Whether each of the first values of a text begins with the same signs, and none with a quote: a program writes its quotes so. */
export function isSigned(text: string): boolean {
  const head = text.slice(0, HEAD_MAX)
  if (PLAIN_VALUE.test(head)) return false
  const signs = [...head.matchAll(SIGN)].map(([, before, instead]) => before ?? instead ?? '')
  return signs.length >= SIGNS_MIN && signs.every((sign) => sign === signs[0])
}

export const UNKNOWN =
  'a message that was written down in a way that is not known here: save it as plain text, as it was sent'
/** Where a string of a program ends and another one begins, with something else between them: a name, a call. */
const PIECED =
  /(["'])\s{0,20}(?:(?:\|\||\+|&)\s{0,20}[A-Za-z_$@:][\w$.()[\]:,@-]{0,80}\s{0,20}(?:\|\||\+|&)|\.\s{0,9}\$\w[\w>[\]'-]{0,80}\s{0,9}\.)\s{0,20}[nNeE]?\1/

/** Why a text is that of a program which writes messages down in its own way, well formed or not; undefined where nothing shows that. */
export function piecedIn(text: string): string | undefined {
  return PIECED.test(text)
    ? 'a message that a program or a script puts together of strings and of values that are not in the capture'
    : undefined
}

/** The root of a message of another kind, in a line of its own. */
const OTHER_ROOT = /\n[^<>\n]{0,200}<(?:[\w.-]{1,40}:)?OTA_(?!HotelResNotifRQ)\w{1,60}R[QS][\s>/]/

/** Why a text that is not well formed is that of the log rather than of the message in it; undefined for one that can be read, and for a fault of its own. */
export function foreignIn(text: string): string | undefined {
  if (![ESCAPES, DATED, HEADED, ROW, TIME_IN_TAG, OTHER_ROOT].some((sign) => sign.test(text))) return undefined
  const { broken } = readXml(text, { checksPrefixes: false })
  if (broken === undefined || (broken.kind !== 'broken' && broken.kind !== 'control-character')) return undefined
  const near = text.slice(Math.max(0, broken.offset - NEAR), broken.offset + NEAR)
  const lines = text
    .slice(0, broken.offset + NEAR)
    .split('\n')
    .slice(1)
  if (lines.some(beginsWithTime) || TIME_IN_TAG.test(near)) return 'a message with lines of the log inside it'
  if (rowsNear(text, broken.offset)) return 'the rows of a dump whose head is not in the capture'
  if (beginAlike(text, broken.offset)) return 'a message with what begins the lines of a log inside it'
  if (OTHER_ROOT.test(text.slice(0, text.lastIndexOf(MARKER))))
    return 'a message with another one inside it: the log cut it, or lost its end'
  return ESCAPES.test(near) ? 'a message that the log wrote down in a way that is not known here' : undefined
}

/** Bytes of UTF-8 beyond ASCII, two at least, as programs write them: `[0xc3][0xa9]`, `\xc3\xa9`, `\303\251`, `#303#251`. Nobody writes a text so. */
const PAIRS =
  /\[0x[c-f][\da-f]\]\[0x[89ab][\da-f]\]|\\x[c-f][\da-f]\\{1,8}x[89ab][\da-f]|\\3[0-7]{2}\\{1,8}2[0-7]{2}|#3[0-7]{2}#2[0-7]{2}/i
/** What a comment may hold, such as an address of the web, and the name of a person does not. */
const IN_NAMES =
  /\[0x[89a-f][\da-f]\]|\\x[89a-f][\da-f]|\\u(?:00[89a-f]|0[1-9a-f][\da-f]|[1-9a-f][\da-f]{2})[\da-f]|\\[23][0-7]{2}|%[c-f][\da-f]%[89ab][\da-f]|=[c-f][\da-f]=[89ab][\da-f]|(?:&lt;|<)[c-f][\da-f](?:&gt;|>)(?:&lt;|<)[89ab]|U\+[\da-f]{4}|M-[B-t]M-/i
const NAMES =
  /<(?:[\w.-]{1,40}:)?(GivenName|MiddleName|Surname|NamePrefix|SurnamePrefix|NameSuffix)(?:\s[^<>]{0,500})?>([^]{0,500}?)<\/(?:[\w.-]{1,40}:)?\1/g
const MARKS = /[\\[#]/

/** Why a message that a capture holds is not as it was sent: letters in it are still written as the bytes that a program shows for them. Undefined where none is. */
export function spelledIn(text: string): string | undefined {
  const isSpelled =
    (MARKS.test(text) && PAIRS.test(text)) || [...text.matchAll(NAMES)].some(([, , name = '']) => IN_NAMES.test(name))
  return isSpelled
    ? 'a message with letters that were written down as their bytes, in a way that is not known here'
    : undefined
}
