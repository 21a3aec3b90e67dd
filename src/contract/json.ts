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

