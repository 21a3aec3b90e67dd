import type { Wide } from '../bytes/index.js'
import { WIDE_MARKER } from '../words/index.js'

/** A stretch of bytes, from the first to behind the last. */
interface Run {
  start: number
  end: number
}

/**
 * Texts in UTF-16 that follow each other at an odd number of bytes, as where they are joined by a line break or a frame of one byte: read as one, all behind the first odd
 * byte would be other letters. Where a notification is named at the other byte, a run ends behind the last tag before it, and the next one begins with the tag after that.
 */
export function wideRuns(bytes: Buffer, wide: Wide): Run[] {
  const view = bytes.toString('latin1')
  const isLittle = wide === 'utf-16le'
  const [opens, closes] = isLittle ? ['<\0', '>\0'] : ['\0<', '\0>']
  const runs: Run[] = []
  let start = 0
  for (let at = view.indexOf(WIDE_MARKER); at >= 0; at = view.indexOf(WIDE_MARKER, at + 1)) {
    const name = isLittle ? at : at - 1
    if ((name - start) % 2 === 0) continue
    const last = lastAt(view, closes, name, start)
    const end = last < 0 ? start : last + closes.length
    if (end > start) runs.push({ start, end })
    start = firstAt(view, opens, end, name)
  }
  return [...runs, { start, end: bytes.length }]
}

/** The last place before another at which a letter stands, an even number of bytes behind the beginning; -1 where there is none. */
function lastAt(view: string, letter: string, before: number, start: number): number {
  const run = view.slice(start, before)
  let at = run.lastIndexOf(letter)
  while (at > 0 && at % 2 !== 0) at = run.lastIndexOf(letter, at - 1)
  return at < 0 ? -1 : start + at
}

/** The first place at which a letter stands, an even number of bytes before a name; the name where there is none. */
function firstAt(view: string, letter: string, from: number, name: number): number {
  const run = view.slice(from, name)
  let at = run.indexOf(letter)
  while (at >= 0 && (name - from - at) % 2 !== 0) at = run.indexOf(letter, at + 1)
  return at < 0 ? name : from + at
}
