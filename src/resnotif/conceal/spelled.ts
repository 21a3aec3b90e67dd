import { ownTable } from '../../foreign-text.js'
import { spelledAt } from '../cards/index.js'
import { type JoinedText, Pieces } from './pieces.js'

const [BACKSLASH, PERCENT, PLUS, EQUALS] = [...'\\%+='].map((one) => one.charCodeAt(0))
/** As many backslashes as four texts within each other need. */
const ESCAPE = /\\{1,16}(?:u([\da-f]{4})|x([\da-f]{2})|([0-3][0-7]{2})|([nrtbf"'/])|(?=\\|$))/iy
const LETTERS = ownTable<string>({ n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' })
const ESCAPED = /\\[ux0-3nrtbf"'/\\]/i
const FORM = /%[\da-f]{2}/i
/** Two bytes of UTF-8 or more are one character. */
const QUOTED = /=(?:(c[2-9a-f]=[89ab][\da-f]|e[\da-f](?:=[89ab][\da-f]){2}|[\da-f]{2})|[ \t]{0,9}\r?\n)/iy
const MAY_BE_QUOTED = /=(?:[\da-f]{2}|[ \t]{0,9}\r?\n)/i

/** What no form has before a plus of its own: there it is the sign of a telephone number. */
const NOT_IN_FORMS = /[\s"'<>(]/

/** A text of JSON, of a log or of a form as what it stands for; undefined where nothing is spelled so. @param mayBeForm whether percent codes are read as well */
export function decodeEscapes(source: string, mayBeForm = true): JoinedText | undefined {
  const isForm = mayBeForm && FORM.test(source)
  if (!isForm && !ESCAPED.test(source)) return undefined
  return decode(source, (at, code) => {
    if (code === PLUS) return isForm && at > 0 && !NOT_IN_FORMS.test(source.charAt(at - 1)) ? [' ', 1] : undefined
    if (code === PERCENT) {
      if (!isForm) return undefined
      const { code: found, length } = spelledAt(source, at)
      return length === 1 ? undefined : [characterOf(found), length]
    }
    if (code !== BACKSLASH) return undefined
    ESCAPE.lastIndex = at
    const [whole, unit, byte, octal, letter] = ESCAPE.exec(source) ?? []
    if (whole === undefined) return undefined
    if (letter !== undefined) return [LETTERS[letter.toLowerCase()] ?? letter, whole.length]
    const number = unit ?? byte
    const told = number === undefined ? Number.parseInt(octal ?? '134', 8) : Number.parseInt(number, 16)
    return [characterOf(told), whole.length]
  })
}

/** The same of quoted-printable. */
export function decodeQuoted(source: string): JoinedText | undefined {
  if (!MAY_BE_QUOTED.test(source)) return undefined
  return decode(source, (at, code) => {
    if (code !== EQUALS) return undefined
    QUOTED.lastIndex = at
    const [whole, bytes] = QUOTED.exec(source) ?? []
    if (whole === undefined) return undefined
    return [bytes === undefined ? '' : Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'), whole.length]
  })
}

/** One unit, so that every character of the result has a place. */
const characterOf = (code: number): string => String.fromCharCode(code > 0xffff ? 0xfffd : code)

function decode(
  source: string,
  read: (at: number, code: number) => [text: string, length: number] | undefined,
): JoinedText | undefined {
  const pieces = new Pieces()
  let from = 0
  for (let at = 0; at < source.length;) {
    const found = read(at, source.charCodeAt(at))
    if (found === undefined) {
      at++
      continue
    }
    pieces.add(source.slice(from, at), from, 1)
    pieces.add(found[0], at, found[1])
    at += found[1]
    from = at
  }
  if (from === 0) return undefined
  pieces.add(source.slice(from), from, 1)
  return pieces
}
