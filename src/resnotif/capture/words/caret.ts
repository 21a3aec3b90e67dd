import { LinePrefix } from './prefix.js'

const BREAK = String.raw`(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)`
/** The rest of a line, and a line below it that ends with a caret behind blanks. */
const CARET_BELOW = new RegExp(
  `^[^\\n]{0,200}?${BREAK}([^\\n<>\\\\^]{0,300}?)[ \\t]{1,300}\\^[ \\t]{0,20}(?:\\r?\\n|\\r?$|\\\\{1,8}[rn]|["'])`,
)
const ANY_CARET = /[ \t]\^[ \t]{0,20}(?:\r?$|\\{1,8}[rn]|["'])/m
const LAST_BREAK = new RegExp(`^[^]*${BREAK}`)
/** Parsers quote no more of a line, and a log writes no more before it. */
const QUOTED_MAX = 300
const LOOKED_AT = 1_000

/** Whether a view has a line with nothing but a caret, as a parser writes it below what it complains of. */
export const hasCaret = (view: string): boolean => ANY_CARET.test(view)

/** Whether the line of a place is one that a parser quotes, with its caret in the next line. A log may begin both lines with the same words. */
export function isAboveCaret(view: string, at: number): boolean {
  const head = CARET_BELOW.exec(view.slice(at, at + LOOKED_AT))?.[1]
  if (head === undefined) return false
  const line = view.slice(Math.max(0, at - QUOTED_MAX - 1), at).replace(LAST_BREAK, '')
  if (line.length > QUOTED_MAX) return false
  const prefix = new LinePrefix(head)
  return prefix.sharedWith(line) === prefix.length
}
