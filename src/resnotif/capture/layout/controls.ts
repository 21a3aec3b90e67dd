import { ownTable } from '../../../foreign-text.js'
import { cutOut, lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import type { LaidOut } from './laid-out.js'

/** Tabs and line ends, as rsyslog writes them. */
const CONTROL = /#01([125])/g
const SIGNS = ownTable<string>({ 1: '\t', 2: '\n', 5: '\r' })
/** A run of them between two tags, where a message holds no text. */
const BETWEEN_TAGS = />[ \t]{0,200}(?:#01[125][ \t]{0,200}){1,20}</g
/** A number that stands by itself may be one that a person wrote, as of a room. */
const NUMBER = /(?:[ \t>]|=["'])#01[125](?=[ \t,.;:)<"'&])/

const AMBIGUOUS =
  'a message in one line, with #012 in a text of its own: nothing tells whether that is a line end or was sent so'

/** A line in which a syslog daemon wrote the control characters of a message as octal numbers: `#012` for a line end. */
export function controlsAround(of: Traced, view: string, floor: number, at: number): LaidOut | undefined {
  const start = Math.max(floor, view.lastIndexOf('\n', at) + 1)
  const end = lineEnd(view, at)
  const line = view.slice(start, end)
  if (!line.includes('#01')) return undefined
  const texts = line.slice(line.indexOf('<')).replaceAll(BETWEEN_TAGS, '><')
  if (texts.length === line.length - line.indexOf('<')) return undefined
  const own = { name: 'escaped text', start, end } as const
  if (NUMBER.test(texts)) return { ...own, text: AMBIGUOUS }
  const raw = cutOut(of, start, end)
  const rewriting = new Rewriting(raw)
  let from = 0
  for (const match of line.matchAll(CONTROL)) {
    rewriting.keep(from, match.index)
    rewriting.put(SIGNS[match[1] as string] as string, match.index)
    from = match.index + match[0].length
  }
  rewriting.keep(from, line.length)
  return { ...own, text: rewriting.end() }
}
