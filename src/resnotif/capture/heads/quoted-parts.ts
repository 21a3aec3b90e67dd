import { lineEnd } from '../bytes/index.js'
import { readHeaders } from './http.js'
import type { MimePart } from './mime.js'

const SAYS_QUOTED = /^content-transfer-encoding:[ \t]{0,9}quoted-printable[ \t]{0,9}\r?$/gim
const HEADER = /^[A-Za-z][A-Za-z\d-]{0,60}:[ \t]|^[ \t]+[A-Za-z]/
const LINES_MAX = 60
const LINE_MAX = 1_000
/** What no line of quoted-printable has: a sign of equality that is one. */
const UNQUOTED = /=(?![\dA-Fa-f]{2}|[ \t]{0,9}\r?$)/m

/** Headers of a mail or of a part that stand below lines of others, above a body in quoted-printable. */
export interface QuotedPart extends MimePart {
  /** Where the first of the headers stands. */
  head: number
}

/** The next part in quoted-printable from a place on. Its body ends at the boundary that stands above its headers, or where a line is not in that coding. */
export function quotedPartIn(view: string, from: number): QuotedPart | undefined {
  SAYS_QUOTED.lastIndex = from
  for (let says = SAYS_QUOTED.exec(view); says !== null; says = SAYS_QUOTED.exec(view)) {
    const head = firstHeader(view, from, says.index)
    const { headers, end: start } = readHeaders(view, head)
    const isBehindHead = start > says.index && /\n\r?\n$/.test(view.slice(Math.max(0, start - 3), start))
    if (!isBehindHead) continue
    const end = endOfQuoted(view, start, boundaryAbove(view, head))
    if (end > start) return { headers, head, start, end }
  }
  return undefined
}

const lineAt = (view: string, at: number): string => view.slice(at, Math.min(lineEnd(view, at), at + LINE_MAX))

function firstHeader(view: string, floor: number, at: number): number {
  let first = at
  for (let lines = 0; lines < LINES_MAX && first > floor; lines++) {
    const before = view.lastIndexOf('\n', first - 2) + 1
    if (before < floor || !HEADER.test(lineAt(view, before))) break
    first = before
  }
  // What is indented goes on from the line above.
  return /^[ \t]/.test(view.slice(first, first + 1)) ? lineEnd(view, first) + 1 : first
}

function boundaryAbove(view: string, head: number): string | undefined {
  if (head === 0) return undefined
  const line = lineAt(view, view.lastIndexOf('\n', head - 2) + 1).trimEnd()
  return /^--\S/.test(line) ? line : undefined
}

function endOfQuoted(view: string, start: number, boundary: string | undefined): number {
  const body = view.slice(start)
  const unquoted = body.search(UNQUOTED)
  const end = unquoted < 0 ? view.length : start + body.lastIndexOf('\n', unquoted) + 1
  const close = boundary === undefined ? -1 : view.slice(start - 1, end).indexOf(`\n${boundary}`)
  return close < 0 ? end : start - 1 + close
}
