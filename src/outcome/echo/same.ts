import { type EchoKind, readBoolean } from '../../contract/index.js'

/** Whether two plain values say the same, each kind of value in its own way. */

export const isPlain = (value: unknown): value is string | number | bigint | boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value)

/** The kind of a value that no schema tells of. */
export function kindOfValue(value: unknown): EchoKind {
  if (typeof value === 'number' || typeof value === 'bigint') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

/** Unicode form and the blanks around a text say nothing. */
const plainText = (value: unknown): string => String(value).normalize('NFC').trim()
const plainWord = (value: unknown): string => plainText(value).replace(/\s+/g, ' ').toLowerCase()

/** A number in one spelling, whole ones with all their digits; undefined where the value is none. */
function plainNumber(value: unknown): string | undefined {
  if (typeof value === 'boolean') return undefined
  const text = String(value).slice(0, 100).trim()
  if (/^[+-]?\d{1,40}$/.test(text)) return String(BigInt(text.replace('+', '')))
  return /^[+-]?\d{1,20}(\.\d{1,20})?([eE][+-]?\d{1,3})?$/.test(text) ? String(Number(text)) : undefined
}

/** A URL with its scheme and host in lower case; other texts as they are. */
function plainLink(value: unknown): string {
  const text = plainText(value)
  return URL.canParse(text) ? new URL(text).href : text
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** A moment may stand at another offset, as a day alone, or as the milliseconds since 1970. Without an offset it is the time on the clock. */
function isSameMoment(wanted: unknown, answered: unknown): boolean {
  const [left, right] = [momentOf(wanted), momentOf(answered)]
  if (left === undefined || right === undefined) return plainText(wanted) === plainText(answered)
  if (left.time === undefined || right.time === undefined) return left.day === right.day
  const hasBoth = left.offset !== undefined && right.offset !== undefined
  const [one, other] = [left, right].map(({ day, time, offset }) =>
    Date.parse(`${day}T${time}${hasBoth ? offset : 'Z'}`),
  )
  return one === other
}

function momentOf(value: unknown): { day: string; time?: string; offset?: string | undefined } | undefined {
  const isEpoch = typeof value === 'number' && Number.isInteger(value) && value > 1e11 && value < 1e14
  const [, day, time, seconds = ':00', offset] =
    MOMENT.exec(isEpoch ? new Date(value).toISOString() : String(value).slice(0, 60).trim()) ?? []
  if (day === undefined) return undefined
  return time === undefined
    ? { day }
    : { day, time: `${time}${seconds}`, offset: offset?.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') }
}

/** Whether a plain value of an answer is the one that was asked for. */
export function isSameAs(kind: EchoKind, wanted: unknown, answered: unknown): boolean {
  switch (kind) {
    case 'identity':
      return String(wanted) === String(answered)
    case 'word':
      return plainWord(wanted) === plainWord(answered)
    case 'link':
      return plainLink(wanted) === plainLink(answered)
    case 'number':
      return plainNumber(answered) !== undefined && plainNumber(wanted) === plainNumber(answered)
    case 'boolean':
      return readBoolean(wanted) === readBoolean(answered)
    case 'moment':
      return isSameMoment(wanted, answered)
    default:
      return plainText(wanted) === plainText(answered)
  }
}

/** The same where nothing but the values themselves is known: characters, or days and moments. */
export function isSame(a: unknown, b: unknown): boolean {
  return String(a) === String(b) || (momentOf(a) !== undefined && isSameMoment(a, b))
}
