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

/**
 * @param columns of the terminal; undefined where there is none
 */
export function folded(text: string, columns: number | undefined): string {
  if (columns === undefined || columns < NARROWEST || text.length * 2 <= columns) return text
  return text
    .split('\n')
    .map((line) => (KEPT.test(line) ? line : foldedLine(line, columns)))
    .join('\n')
}

function foldedLine(line: string, columns: number): string {
  if (roomOf(line) <= columns) return line
  const indent = ' '.repeat(hangingAt(line.replaceAll(COLOUR, ''), columns))
  const lines: string[] = []
  let [current, taken] = ['', 0]
  for (const [piece] of line.matchAll(PIECES)) {
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

/** Where a line goes on: below the sentence of `ok    disk   72 GB free`, else where it began. */
function hangingAt(line: string, columns: number): number {
  const gap = line.lastIndexOf('  ')
  const begin = line.length - line.trimStart().length
  return gap > begin && gap + 2 <= columns / 2 ? gap + 2 : Math.min(begin, columns / 2)
}
