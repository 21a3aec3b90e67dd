import { WireFault } from './wire.js'

/** Largest answer that is read, in bytes, before and after decoding. */
export const ANSWER_BYTES_MAX = 32_000_000

/** Each value takes several hundred bytes once it is read, checked and put in the contract's names. */
const VALUES_MAX = 250_000
const TEXT_MAX = 1_000_000
const DEPTH_MAX = 200
/** Stacked encodings: each may unpack to a thousand times its size. */
export const ENCODINGS_MAX = 4
const MEGABYTE = 1_000_000

const [QUOTE, ESCAPE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [...'"\\,:[]{}'].map((sign) =>
  sign.charCodeAt(0),
)

/** What is said of an answer that cannot be read within the bounds; asked again, it would come again. */
export function tooLarge(words: string): WireFault {
  return new WireFault('maybe', 'ANSWER_TOO_LARGE', `the answer ${words}`, false)
}

/** @param bytes largest number accepted */
export function tooManyBytes(bytes: number): WireFault {
  return tooLarge(`is larger than ${bytes < MEGABYTE ? `${bytes} bytes` : `${bytes / MEGABYTE} MB`}`)
}

/**
 * Why an answer's text must not be parsed, or undefined: asked before a parser sees it, because a value takes many times the memory of its text, and a text or
 * number of megabytes is looked through again and again. One pass over the text; what is not JSON counts as one text only where it is quoted.
 */
export function boundsFault(text: string): WireFault | undefined {
  let [values, depth, isQuoted, since] = [1, 0, false, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isQuoted) {
      if (code === ESCAPE) at += 1
      if (code !== QUOTE) continue
      if (at - since > TEXT_MAX) return tooLarge('holds a text of more than 1 MB')
      isQuoted = false
      since = at
      continue
    }
    switch (code) {
      case QUOTE:
        isQuoted = true
        break
      case OPEN_LIST:
      case OPEN_MAP:
        if ((depth += 1) > DEPTH_MAX) return tooLarge(`is nested more than ${DEPTH_MAX} levels deep`)
        values += 1
        break
      case CLOSE_LIST:
      case CLOSE_MAP:
        depth -= 1
        break
      case COMMA:
        values += 1
        break
      case COLON:
        break
      default:
        continue
    }
    if (values > VALUES_MAX) return tooLarge(`holds more than ${VALUES_MAX.toLocaleString('en')} values`)
    if (at - since > TEXT_MAX) return tooLarge('holds a number of more than 1 MB')
    since = at
  }
  return undefined
}

/** Whether a text is long enough for the bounds to matter, and begins as JSON does. */
export function isBoundless(text: string): boolean {
  return text.length > VALUES_MAX / 2 && /^[\s\uFEFF]{0,200}[[{"\d-]/.test(text.slice(0, 201))
}
