import { wrap } from './width.js'

/**
 * Sentences for a person, broken between words where the terminal would break them anywhere. What is to be typed stays on one line, so that it can be copied.
 */

/** A narrower terminal breaks lines by itself: nothing would be gained. */
const NARROWEST = 40
/** A line to type, alone or behind a sign of the shell, or one of a document. */
const KEPT = /^\s*(?:[$>]\s+)?hubswitch\s/
/** A piece that holds together: what stands in quotes, with what touches it. */
const PIECES = /[^\s"]*"[^"\n]{1,400}"[^\s"]*|\S+|\s+/g
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{1,20}m`, 'g')
const NARROW_END = 0x11_00
const MARKS = /\p{M}/gu
/** Dashes, quotation marks, arrows and signs, beyond the narrow scripts. */
const isSign = (code: number): boolean => code >= 0x20_00 && code < 0x2e_80

/** Columns that a text takes at most; never fewer than the terminal needs for it. */
function roomOf(text: string): number {
  let room = 0
  for (const letter of text.replaceAll(COLOUR, '').replaceAll(MARKS, '')) {
    const code = letter.codePointAt(0) as number
    room += code < NARROW_END || isSign(code) ? 1 : 2
  }
  return room
}

/** A place in a message, `HotelReservation/ResGuests/ResGuest[3]/@Age`: nobody types it, so it may be broken behind a slash. */
const PLACE = /^[A-Z]\w{0,60}(?:\[\d{1,9}\])?(?:\/@?[A-Z]\w{0,60}(?:\[\d{1,9}\])?){1,40}$/
export interface FoldOptions {
  /** Lines that go on stand at least so far in. */
  hang?: number
  /** A word that is wider than the terminal is broken too: nothing in it is to be typed. */
  breaksWords?: boolean
}

/**
 * @param columns of the terminal; undefined where there is none
 */
export function folded(text: string, columns: number | undefined, options: FoldOptions = {}): string {
  if (columns === undefined || columns < NARROWEST || text.length * 2 <= columns) return text
  return text
    .split('\n')
    .map((line) => (KEPT.test(line) ? line : foldedLine(line, columns, options)))
    .join('\n')
}

/** A piece in parts that fit, colours with the first and the last. */
function partsOf(piece: string, most: number, breaksWords: boolean): string[] {
  const plain = piece.replaceAll(COLOUR, '')
  const at = piece.indexOf(plain)
  if (at < 0 || roomOf(plain) <= most || !(breaksWords || PLACE.test(plain))) return [piece]
  const parts = wrap(plain, most)
  parts[0] = `${piece.slice(0, at)}${parts[0] ?? ''}`
  parts.push(`${parts.pop() ?? ''}${piece.slice(at + plain.length)}`)
  return parts
}

function foldedLine(line: string, columns: number, { hang = 0, breaksWords = false }: FoldOptions): string {
  if (roomOf(line) <= columns) return line
  const indent = ' '.repeat(Math.max(hang, hangingAt(line.replaceAll(COLOUR, ''), columns)))
  const lines: string[] = []
  let [current, taken] = ['', 0]
  for (const piece of piecesOf(line, columns - indent.length, breaksWords)) {
    const room = roomOf(piece)
    if (taken + room > columns && current.trim() !== '' && piece.trim() !== '') {
      lines.push(current.trimEnd())
      current = indent
      taken = indent.length
    }
    current += piece
    taken += room
  }
  return [...lines, current.trimEnd()].join('\n')
}

function* piecesOf(line: string, most: number, breaksWords: boolean): Generator<string> {
  for (const [piece] of line.matchAll(PIECES))
    if (piece.trim() === '') yield piece
    else yield* partsOf(piece, most, breaksWords)
}

/** Where a line goes on: below the sentence of `ok    disk   72 GB free`, else where it began. */
function hangingAt(line: string, columns: number): number {
  const gap = line.lastIndexOf('  ')
  const begin = line.length - line.trimStart().length
  return gap > begin && gap + 2 <= columns / 2 ? gap + 2 : Math.min(begin, columns / 2)
}
