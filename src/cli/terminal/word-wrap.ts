import { widthOf } from './width.js'

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{1,20}m`, 'g')

/** Columns of a word, colours left out. */
const roomOf = (word: string): number => widthOf(word.replaceAll(COLOUR, ''))

/**
 * Lines broken between words. A word that is wider than the terminal has a line of its own: it is a name, an address or what is to be typed, and stays whole. A
 * list of choices is broken behind a bar.
 * @param width columns; what is less than one is one
 * @param hang how far in the lines go on that a line is broken into; without, they begin at the left, and blanks at the edges go
 */
export function wrapWords(text: string, width: number, hang?: (line: string) => number): string {
  return text
    .split('\n')
    .map((line) => wrappedLine(hang === undefined ? line.trim() : line, Math.max(width, 1), hang))
    .join('\n')
}

function wrappedLine(line: string, width: number, hang: ((line: string) => number) | undefined): string {
  if (roomOf(line) <= width) return line
  const indent = ' '.repeat(hang?.(line) ?? 0)
  const lines: string[] = []
  let current = ''
  let blanks = ''
  for (const part of line.split(/( +)/).flatMap((word) => partsOf(word, width - indent.length))) {
    if (part.trim() === '') {
      blanks = part
      continue
    }
    if (current.trim() !== '' && roomOf(current) + blanks.length + roomOf(part) > width) {
      lines.push(current)
      current = `${indent}${part}`
    } else current += `${blanks}${part}`
    blanks = ''
  }
  return [...lines, current].join('\n')
}

const partsOf = (word: string, room: number): string[] => (roomOf(word) > room ? word.split(/(?<=\|)/) : [word])

/** Where a line of a page goes on: below the second column of a list, where that leaves room, else behind its beginning; two more where it is what to type. */
export function hangOfPage(width: number): (line: string) => number {
  return (line) => {
    const begin = line.length - line.trimStart().length
    const gap = /^ *\S+(?: \S+)* {2,}/.exec(line)?.[0].length ?? 0
    const at = gap > begin && gap <= width / 2 ? gap : begin + (/^\s*(?:\$ )?hubswitch\b/.test(line) ? 2 : 0)
    return Math.min(at, Math.floor(width / 2))
  }
}
