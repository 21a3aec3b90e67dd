import { ownTable } from '../../../foreign-text.js'
import { Rewriting, type Traced } from '../bytes/index.js'
import type { LaidOut } from './laid-out.js'

/** A quote as PowerShell writes it inside of its own, behind the name of an attribute. */
const QUOTED = /=[ \t]{0,9}`["']/
const TAG_MAX = 4_000
const TEXT_MAX = 256_000
/** Where a string of lines ends: `"@` begins a line. */
const HERE_END = /\r?\n"@/
const SIGNS = ownTable<string>({
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  v: '\v',
})
/** What PowerShell writes differently in double quotes: escapes, quotes that stand twice, characters by their numbers. */
const ESCAPE = /`(?:u\{([\da-f]{1,6})\}|(\r?\n)|([^]))|("")|\$\(\[char\](0x[\da-f]{1,6}|\d{1,7})\)|(\$)(?=[\w({?])/gi

const VARIABLES =
  'a message in a string of PowerShell with variables, whose values are not in the capture: have PowerShell write the string to a file (Set-Content) and take that'

/** A string of PowerShell in double quotes around a place, or a here-string, as PowerShell reads it. */
export function powershellAround(of: Traced, view: string, floor: number, at: number): LaidOut | undefined {
  const found = hereAround(view, floor, at) ?? quotedAround(view, floor, at)
  if (found === undefined) return undefined
  const { start, end, isHere } = found
  const rewriting = new Rewriting(of)
  let from = start
  for (const match of view.slice(start, end).matchAll(ESCAPE)) {
    const [whole, unit, feed, letter, doubled, char, variable] = match
    const place = start + match.index
    if (variable !== undefined) return { name: 'quoted text', text: VARIABLES, start, end }
    if (doubled !== undefined && isHere) continue
    rewriting.keep(from, place)
    const code = unit === undefined ? char : `0x${unit}`
    const sign = letter === undefined ? undefined : (SIGNS[letter] ?? Buffer.from(letter, 'latin1'))
    rewriting.put(code === undefined ? (sign ?? feed ?? '"') : codePoint(Number(code)), place)
    from = place + whole.length
  }
  rewriting.keep(from, end)
  return { name: 'quoted text', text: rewriting.end(), start, end }
}

const codePoint = (code: number): string => String.fromCodePoint(code <= 0x10_ff_ff ? code : 0xff_fd)

interface Quoted {
  start: number
  end: number
  isHere: boolean
}

function hereAround(view: string, floor: number, at: number): Quoted | undefined {
  const from = Math.max(floor, at - TEXT_MAX)
  const before = view.slice(from, at)
  const opened = before.lastIndexOf('@"')
  const head = opened < 0 ? undefined : /^@"[ \t]{0,20}\r?\n/.exec(before.slice(opened, opened + 30))?.[0]
  if (head === undefined || HERE_END.test(before.slice(opened + head.length - 1))) return undefined
  const close = view.slice(at, at + TEXT_MAX).search(HERE_END)
  return close < 0 ? undefined : { start: from + opened + head.length, end: at + close, isHere: true }
}

function quotedAround(view: string, floor: number, at: number): Quoted | undefined {
  const behind = view.slice(at, at + TAG_MAX)
  const tag = behind.indexOf('>')
  if (!QUOTED.test(tag < 0 ? behind : behind.slice(0, tag))) return undefined
  let start: number | undefined
  for (let one = at - 1; one >= Math.max(floor, at - TEXT_MAX); one--)
    if (view[one] === '"') {
      if (view[one - 1] === '"') one--
      else if (!isEscaped(view, one)) {
        start = one + 1
        break
      }
    }
  if (start === undefined) return undefined
  for (let one = view.indexOf('"', at); one >= 0; one = view.indexOf('"', one + 1)) {
    if (isEscaped(view, one)) continue
    if (view[one + 1] !== '"') return { start, end: one, isHere: false }
    one++
  }
  return undefined
}

function isEscaped(view: string, at: number): boolean {
  let signs = 0
  while (view[at - 1 - signs] === '`') signs++
  return signs % 2 !== 0
}
