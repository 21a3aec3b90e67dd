/** A Content-Length that is not that of the message below it. */
export interface ShortLength {
  told: number
  /** Bytes of the message. */
  bytes: number
  /** It is the number of characters. */
  isOfCharacters: boolean
}

/** How a message stands in a capture. */
interface Shown {
  charset: string | undefined
  /** The lines of its head end as they were sent. */
  hasReturns: boolean
}

/** Behind a message a line end may have been sent that is not shown. */
const BREAK_MAX = 2
const MASKED = /\*{3}|\bX{4,}\b|[<[({](?:redacted|masked|filtered|hidden|removed)[\])}>]/i
/** UTF-8 that was read as another encoding: each of its characters is one byte that was sent. */
const MISREAD = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u0178\u02c6\u02dc\u2013-\u2122]/
const DECLARED = /^\s{0,200}<\?xml[^>]{0,200}\bencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/
const DECLARATION = /^\s*<\?xml[^>]{0,400}\?>\s*/
const INDENTS = [0, 1, 2, 3, 4, 8]

/**
 * Whether a receiver that reads as many bytes as the head says gets only a part of a message, or waits for more than there is. Undefined where it gets all, and where what wrote the message down explains the
 * difference: other line ends, another encoding, another layout, stars.
 */
export function shortLength(text: string, told: number, { charset, hasReturns }: Shown): ShortLength | undefined {
  const encoding = (charset ?? DECLARED.exec(text)?.[1] ?? 'utf-8').toLowerCase()
  if (encoding.startsWith('utf-16') || MASKED.test(text) || MISREAD.test(text)) return undefined
  const isUtf8 = /^utf-?8$/.test(encoding)
  const size = (of: string): number => (isUtf8 ? Buffer.byteLength(of) : of.length)
  const bytes = size(text)
  const returnsLost = hasReturns ? 0 : text.split('\n').length
  if (told >= bytes && told <= bytes + returnsLost + BREAK_MAX) return undefined
  const isLike = (length: number): boolean => told >= length && told <= length + BREAK_MAX
  const breaks = text.split('\n').length - 1
  const returns = text.split('\r\n').length - 1
  if (isUtf8 && text.length < bytes) {
    const characters = [text.length, [...text].length, text.length - returns, text.length + breaks - returns]
    if (characters.some(isLike)) return { told, bytes, isOfCharacters: true }
  }
  // A page that was copied may show references for letters.
  const shown = text.replaceAll(/&#(?:1[3-9]\d|[2-9]\d{2}|\d{4,6}|x[\dA-Fa-f]{2,5});/g, '\u00e9')
  return [text, shown].some((one) => layoutsOf(one, size).some(isLike))
    ? undefined
    : { told, bytes, isOfCharacters: false }
}

/** How long a message is in the layouts that programs know. */
function layoutsOf(text: string, size: (of: string) => number): number[] {
  const own = text.trim()
  const between = [...own.matchAll(/>(\s+)(?=<)/g)].map(([, blank = '']) => blank)
  const steps = between.map((blank) => blank.length - blank.lastIndexOf('\n') - 1)
  const step = Math.min(...steps.filter((one) => one > 0))
  const levels = Number.isFinite(step) ? steps.reduce((sum, one) => sum + Math.round(one / step), 0) : 0
  const returns = own.split('\r\n').length - 1
  const compact = size(own) - between.reduce((sum, { length }) => sum + length, 0)
  const inside = own.split('\n').length - 1 - between.reduce((sum, blank) => sum + blank.split('\n').length - 1, 0)
  const laidOut = [1, 2].flatMap((feed) => INDENTS.map((indent) => compact + between.length * feed + indent * levels))
  const slashes = own.split(' />').length - 1
  const tight = own.split('/>').length - 1 - slashes
  const declaration = size(DECLARATION.exec(own)?.[0].trimEnd() ?? '')
  return [size(own) - returns, compact, ...laidOut]
    .flatMap((length) => [length, length - slashes, length + tight])
    .flatMap((length) => [length, length - declaration, length - declaration - 1])
    .flatMap((length) => (inside > 0 ? [length, length + inside] : [length]))
}
