import { ownTable } from '../../../foreign-text.js'
import { lineEnd } from './lines.js'
import { Rewriting, type Traced } from './traced.js'

/** A tag whose attributes are written so: a sign of equality would end the key. */
const STORED = /\\=\s{0,9}["']/
/** The key of a value that begins with an element, and goes on in the next line. */
const GOES_ON = /^[ \t\f]{0,20}[\w.$-]{1,200}[ \t\f]{0,20}[=:]?[ \t\f]{0,20}<[^\n]{0,100000}\\n\\\r?$/
/** A key with what divides it from its value; either may hold any escapes. */
const KEY = /^[ \t\f]{0,20}(?:\\[^]|[^\\=: \t\f\r\n]){1,400}(?:[ \t\f]{0,20}[=:])?[ \t\f]{0,20}/
const ESCAPE =
  /\\(?:u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})|u([\da-fA-F]{4})|(\r?\n[ \t\f]{0,4000})|([ -~\t\f]))|\\/g
const LETTERS = ownTable<string>({ n: '\n', r: '\r', t: '\t', f: '\f' })
const TAG_MAX = 4_000
const VALUE_MAX = 4_000_000

/** Whether a text has a value as `java.util.Properties` stores one. */
export const hasProperties = (view: string): boolean => STORED.test(view) || view.includes('\\n\\')

/** The value of a file of Java's properties around a place, as a program loads it; undefined where none is there. */
export function propertyAround(
  of: Traced,
  view: string,
  floor: number,
  at: number,
): { text: Traced; start: number; end: number } | undefined {
  const tag = view.slice(at, at + TAG_MAX)
  const isStored = STORED.test(tag.slice(0, tag.search(/>|gt;/) + 1))
  const start = startOf(view, floor, at)
  const key = KEY.exec(view.slice(start, Math.min(at, start + TAG_MAX)))
  if (key === null || (!isStored && !GOES_ON.test(view.slice(start, lineEnd(view, start))))) return undefined
  const from = start + key[0].length
  if (from >= at) return undefined
  const end = endOf(view, at)
  const rewriting = new Rewriting(of)
  let kept = from
  for (const match of view.slice(from, end).matchAll(ESCAPE)) {
    const place = from + match.index
    rewriting.keep(kept, place)
    rewriting.put(signOf(match), place)
    kept = place + match[0].length
  }
  rewriting.keep(kept, end)
  return { text: rewriting.end(), start, end }
}

function signOf([, high, low, unit, , letter]: RegExpMatchArray): string {
  if (high !== undefined) return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low as string, 16))
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16))
  return letter === undefined ? '' : (LETTERS[letter] ?? letter)
}

/** Where the first of the lines begins that are one. */
function startOf(view: string, floor: number, at: number): number {
  let start = view.lastIndexOf('\n', at) + 1
  while (start > floor && at - start < VALUE_MAX && isContinued(view, start - 1))
    start = start < 2 ? 0 : view.lastIndexOf('\n', start - 2) + 1
  return Math.max(start, floor)
}

function endOf(view: string, at: number): number {
  let end = lineEnd(view, at)
  while (end < view.length && isContinued(view, end)) end = lineEnd(view, end + 1)
  return view[end - 1] === '\r' ? end - 1 : end
}

/** Whether the line that ends at a place goes on in the next: its last backslash has none before it. */
function isContinued(view: string, end: number): boolean {
  const last = view[end - 1] === '\r' ? end - 1 : end
  let slashes = 0
  while (view[last - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}
