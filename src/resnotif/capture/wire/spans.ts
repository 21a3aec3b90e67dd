import { cutOut, type Traced } from '../bytes/index.js'

/** Lines of a text that a tool wrote. */
export interface Span {
  start: number
  end: number
}

/** Whether a line begins with a mark: looked for first, since most texts hold no line of a tool, and this takes least. */
export const beginsLine = (view: string, mark: string): boolean => view.startsWith(mark) || view.includes(`\n${mark}`)

/** Adds what follows on the spans before, or stands by itself. */
export function take(spans: Span[], start: number, end: number): void {
  const last = spans.at(-1)
  if (last !== undefined && last.end === start) last.end = end
  else if (end > start) spans.push({ start, end })
}

/** In their order, those that touch each other as one. */
export function merged(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) take(joined, start, end)
  return joined
}

/** What stands before, between and behind spans, blanks aside. */
export function leftOf(of: Traced, spans: readonly Span[]): Traced[] {
  const left: Traced[] = []
  let from = 0
  for (const { start, end } of [...spans, { start: of.bytes.length, end: of.bytes.length }]) {
    const piece = cutOut(of, from, Math.max(from, start))
    if (!isBlank(piece.bytes)) left.push(piece)
    from = end
  }
  return left
}

const isBlank = (bytes: Buffer): boolean => bytes.every((byte) => byte === 32 || (byte >= 9 && byte <= 13))

const LOOKED_AT = 200

/** Whether a text of a told length may end at a place where others go on: behind a line or a tag, and not in the middle of a document that was edited since. */
export function isEnd(view: string, at: number): boolean {
  const behind = view.slice(at, at + LOOKED_AT)
  const isLine = view[at - 1] === '\n' || /^\r?\n/.test(behind)
  if (isLine) return !/^\s*<[/A-Za-z]/.test(behind)
  return view[at - 1] === '>' && !/^[\s<]/.test(behind)
}
