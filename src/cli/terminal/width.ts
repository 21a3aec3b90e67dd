import stringWidth from 'string-width'

/** The room that texts take on a terminal, and how they are broken into lines: in time that grows with what is looked at, however the text is written. */

/**
 * The segmenter of the runtime copies its whole text at every step, so that a long one is looked at in pieces. No letter is longer than a piece: one that is, by
 * thousands of accents, is measured in parts.
 */
const PIECE = 128
const SEGMENTER = new Intl.Segmenter()
const PLAIN = /^[\u0020-\u007e]*$/

/** Pieces of a text that end where a letter does. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const piece = text.slice(at, at + PIECE)
    // The last letter of a piece may go on in the next.
    const isLast = at + PIECE >= text.length
    const last = isLast ? 0 : (SEGMENTER.segment(piece).containing(piece.length - 1)?.index ?? 0)
    yield last === 0 ? piece : piece.slice(0, last)
    at += last === 0 ? piece.length : last
  }
}

/** Letters of a text as a person counts them. */
function* lettersOf(text: string): Generator<string> {
  for (const piece of piecesOf(text)) for (const { segment } of SEGMENTER.segment(piece)) yield segment
}

/** Widths of letters met before: the pages of one script have few. */
const known = new Map<string, number>()
const KNOWN_MAX = 4_096
const KNOWN_LENGTH_MAX = 32

function letterWidth(letter: string): number {
  const before = known.get(letter)
  if (before !== undefined) return before
  const width = stringWidth(letter)
  if (known.size < KNOWN_MAX && letter.length <= KNOWN_LENGTH_MAX) known.set(letter, width)
  return width
}

/**
 * Columns that a text takes on a terminal.
 * @param enough how many it is worth to count: of a wider text any number from there on
 */
export function widthOf(text: string, enough = Infinity): number {
  if (isPlain(text)) return text.length
  let width = 0
  for (const letter of lettersOf(text)) {
    width += letterWidth(letter)
    if (width >= enough) break
  }
  return width
}

/** Letters that take one column each, looked at no further than a piece. */
const isPlain = (text: string): boolean => text.length <= PIECE && PLAIN.test(text)

/** The beginning of a text that takes no more than so many columns. */
function startOf(text: string, room: number): { start: string; width: number } {
  if (isPlain(text)) return { start: text.slice(0, room), width: Math.min(room, text.length) }
  let [width, length] = [0, 0]
  for (const letter of lettersOf(text)) {
    const more = letterWidth(letter)
    if (width + more > room) break
    width += more
    length += letter.length
  }
  return { start: text.slice(0, length), width }
}

/** Behind these a word without blanks may go on in the next line: paths, addresses, lists. */
const BREAKS = /[/,;:&?=_.-]/g

/**
 * Lines of a text that take no more than `width` columns, broken between words, and inside of one only where it is wider by itself.
 * @param most lines: the last one ends with an ellipsis where there would be more
 */
export function wrap(text: string, width: number, most = Infinity): string[] {
  const lines: string[] = []
  let line = ''
  let taken = 0
  for (const [at, word] of text.split(' ').entries()) {
    let rest = word
    let next = startOf(rest, width)
    if (at > 0 && next.start.length === rest.length && taken + 1 + next.width <= width) {
      line += ` ${rest}`
      taken += 1 + next.width
      continue
    }
    if (at > 0) lines.push(line)
    while (next.start.length < rest.length && lines.length <= most) {
      const part = breakOf(next.start) || firstLetter(rest)
      lines.push(part)
      rest = rest.slice(part.length)
      next = startOf(rest, width)
    }
    if (lines.length > most) break
    line = next.start
    taken = next.width
  }
  if (lines.length <= most) lines.push(line)
  if (lines.length <= most) return lines
  const last = lines[most - 1] as string
  return [...lines.slice(0, most - 1), `${startOf(last, width - 1).start}…`]
}

/** As much of a word that is too wide for a line as ends where a reader expects it to be broken. */
function breakOf(start: string): string {
  const [broken] = [...start.matchAll(BREAKS)].slice(-1)
  return broken !== undefined && broken.index + 1 >= start.length / 2 ? start.slice(0, broken.index + 1) : start
}

/** A letter that is wider than the line has a line of its own all the same. */
function firstLetter(text: string): string {
  for (const letter of lettersOf(text)) return letter
  return text
}
