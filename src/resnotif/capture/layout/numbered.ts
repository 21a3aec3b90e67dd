import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import type { LaidOut } from './laid-out.js'

/** What an editor, a pager or `cat -n` writes before a line: its number. */
const NUMBER = /^[ \t]{0,20}(\d{1,9})(?![\w/,])/
/** What some write behind the number. A line of the message may begin with the same. */
const SIGN = /^([ \t]{0,9})([-:.|)]|\u00e2\u0094\u0082)/
/** A number with anything else right behind its sign is a time, a date or a word. */
const BEGINS = /[\s<&]/
const LINES_MIN = 3
/** What `pr` writes above each page. */
const PAGE_HEAD = /^\f?\d{4}-\d\d-\d\d \d\d:\d\d [^\n]{0,300} Page \d{1,6}\s{0,9}$/
const LINE_MAX = 400

interface Numbered {
  start: number
  end: number
  /** Where what stands in the line begins, with the blanks that divide it from the number. */
  from: number
  number: number | undefined
  sign: Sign | undefined
}

interface Sign {
  text: string
  /** Characters of it, with the blanks before it. */
  width: number
}

/** Lines with their numbers before them, without these; undefined where lines of a text have none. */
export function numberedAround(of: Traced, view: string, floor: number, at: number): LaidOut | undefined {
  const own = numberedAt(view, at)
  const behind = own.from + (own.sign?.width ?? 0)
  if (own.number === undefined || behind > at || !BEGINS.test(view.slice(behind, behind + 1))) return undefined
  const lines = [own]
  let isPaged = false
  const reach = (step: 1 | -1): void => {
    let expected = own.number as number
    const found: Numbered[] = []
    for (let one = next(view, own, step); one !== undefined && one.start >= floor; one = next(view, one, step)) {
      const text = view.slice(one.start, Math.min(one.end, one.start + LINE_MAX))
      const isPage = PAGE_HEAD.test(text)
      isPaged ||= isPage
      if (isPage) one.number = undefined
      const isBlank = isPage || (one.number === undefined && text.trim() === '')
      if (!isBlank && one.number !== expected + step) break
      if (!isBlank) expected += step
      found.push(one)
    }
    while (found.at(-1)?.number === undefined && found.length > 0) found.pop()
    if (step === 1) lines.push(...found)
    else lines.unshift(...found.toReversed())
  }
  reach(-1)
  reach(1)
  const numbered = lines.filter(({ number }) => number !== undefined)
  if (numbered.length < LINES_MIN) return undefined
  if (isColumn(numbered)) for (const line of numbered) line.from += line.sign?.width ?? 0
  // Blanks that no line lacks divide the numbers from the text; whatever is more belongs to a line.
  const filled = numbered.filter(({ from, end }) => view.slice(from, end).trim() !== '')
  const blanks = Math.min(...filled.map(({ from, end }) => /^[ \t]*/.exec(view.slice(from, end))?.[0].length ?? 0))
  const rewriting = new Rewriting(of)
  // Every line of a file has its number, also an empty one: those without belong to the pages.
  for (const { from, start, end, number } of isPaged ? numbered : lines)
    rewriting.keep(Math.min(number === undefined ? start : from + blanks, end), Math.min(end + 1, view.length))
  const [first, last] = [lines[0] as Numbered, lines.at(-1) as Numbered]
  return { name: 'numbered lines', text: rewriting.end(), start: first.start, end: last.end }
}

/** Whether signs are a column of the tool that numbered the lines: none lacks it. What only some lines begin with is of their text, such as a list of wishes. */
function isColumn(lines: readonly Numbered[]): boolean {
  const first = lines[0]?.sign
  if (first === undefined) return false
  if (lines.every(({ sign }) => sign?.text === first.text)) return true
  // `grep -n` tells lines that match from those around them, right behind the number.
  return lines.every(({ sign }) => sign?.width === 1 && (sign.text === ':' || sign.text === '-'))
}

const next = (view: string, { start, end }: Numbered, step: 1 | -1): Numbered | undefined =>
  step === 1
    ? end >= view.length
      ? undefined
      : numberedAt(view, end + 1)
    : start === 0
      ? undefined
      : numberedAt(view, start - 1)

/** How much of a line is looked at. */
const HEAD = 60

function numberedAt(view: string, at: number): Numbered {
  // Before the first sign nothing is looked for: a place below zero counts as zero.
  const start = at === 0 ? 0 : view.lastIndexOf('\n', at - 1) + 1
  const end = lineEnd(view, at)
  const head = view.slice(start, Math.min(end, start + HEAD))
  const found = NUMBER.exec(head)
  const number = found === null ? undefined : Number(found[1])
  const width = found?.[0].length ?? 0
  const signed = found === null ? null : SIGN.exec(head.slice(width))
  const sign = signed === null ? undefined : { text: signed[2] as string, width: signed[0].length }
  return { start, end, from: start + width, number, sign }
}
