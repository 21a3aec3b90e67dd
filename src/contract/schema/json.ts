import { isSafeNumber, parse, stringify } from 'lossless-json'

const WIDE_NUMBER = /\d{16}/

/**
 * JSON text to values. An integer that a double cannot hold becomes text with all its digits, so ids
 * beyond 2^53 stay distinct. Every other number is an ordinary number.
 * @throws SyntaxError on text that is not JSON
 */
export function parseJson(text: string): unknown {
  if (!WIDE_NUMBER.test(text)) return JSON.parse(text)
  return parse(text, undefined, (digits) => (/^-?\d+$/.test(digits) && !isSafeNumber(digits) ? digits : Number(digits)))
}

/**
 * The same, but an integer that a double cannot hold becomes a bigint: what was text stays tellable from what was a number.
 * `hasWide` is false where there surely is none.
 */
export function parseExactJson(text: string): { value: unknown; hasWide: boolean } {
  if (!WIDE_NUMBER.test(text)) return { value: JSON.parse(text), hasWide: false }
  return {
    value: parse(text, undefined, (digits) =>
      /^-?\d+$/.test(digits) && !isSafeNumber(digits) ? BigInt(digits) : Number(digits),
    ),
    hasWide: true,
  }
}

/** A copy in which each bigint is text with all its digits, as `parseJson` gives it. */
export function wideAsText(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(wideAsText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, wideAsText(item)]))
}

/** Values to JSON text. A bigint is written as an integer literal with all its digits. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    // Only a bigint (or a cycle, which the next line refuses as well) stops the quick way.
    return stringify(value) ?? 'null'
  }
}

/** Digits to the narrowest exact integer: a number while it is safe, else a bigint. */
export function exactInteger(id: string | number | bigint): number | bigint {
  const wide = BigInt(id)
  return wide <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(wide) : wide
}
