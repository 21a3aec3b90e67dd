/** Values of a row, from text: each function gives the value, or a Problem that says why the text is not one. Blank text never arrives here. */

import { firstCharacters } from '../../redaction/index.js'
import { plainWord } from './plain-word.js'

/** Why a text is refused, and what would be right. */
export class Problem {
  constructor(
    readonly reason: string,
    readonly remedy?: string,
  ) {}
}

/** The same for a text that another reading would take: what the other rows of its column hold may settle it. */
export class OpenProblem extends Problem {}

const COUNT_MAX = 2_147_483_647
const ID_DIGITS = 19
const SHOWN_CHARACTERS = 80

const DAY_NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const EVERY_DAY = 127

/** Without accents. What spreadsheets show for true and false, yes and no, ticks, and what a column that says whether a night is closed holds. */
const TRUE_WORDS = new Set(
  (
    'true t yes y 1 x ja j oui si tak sim ano da igen kylla jo evet wahr vrai vero verdadero verdadeiro sant sand prawda pravda tosi waar igaz dogru adevarat истина да ναι αληθησ ✓ ✔ ☑ ' +
    'closed close geschlossen gesperrt zu ferme cerrado chiuso fechado zamkniete zamkniety zavreno zatvoreno gesloten stangt lukket stengt suljettu zarva kapali inchis закрыто'
  ).split(' '),
)
const FALSE_WORDS = new Set(
  (
    'false f no n 0 nein nee non nie nao nej nei ei nem hayir nu falsch faux falso falsk falskt usann falsz nepravda epatosi onwaar hamis yanlis fals ложь нет οχι ψευδησ ✗ ✘ ☐ ' +
    'open offen frei ouvert abierto aperto aberto otwarte otwarty otevreno otvoreno oppen aben apen auki avoin nyitva acik deschis открыто'
  ).split(' '),
)
/** No yes or no is longer. */
const FLAG_CHARACTERS = 20

/** An id as the service numbers it: digits, at most 19, kept as text because they may exceed what a double holds. */
export function readId(text: string): string | Problem {
  const written = text.trim()
  // Spreadsheets put an apostrophe before digits that are text; floats of whole ids lose nothing up to 15 digits.
  const id = /^'\d{1,19}$/.test(written) ? written.slice(1) : (/^(\d{1,15})[.,]0{1,2}$/.exec(written)?.[1] ?? written)
  if (/^\d+$/.test(id)) {
    if (id.length > ID_DIGITS)
      return new Problem(`has ${id.length} digits; an id has at most ${ID_DIGITS}`, "Write the service's own number.")
    // Leading zeros would make the number unreadable on the wire, and 0101 a second name of 101.
    const plain = id.replace(/^0+/, '')
    return plain === '' ? new Problem('an id is at least 1', "Write the service's own number.") : plain
  }
  if (/^\d{1,40}([.,]\d{1,40})?e\+?\d{1,4}$/i.test(id) || /^\d{1,40}[.,]0{0,2}$/.test(id)) {
    return new Problem(
      'looks like an id that a spreadsheet turned into a decimal number, so digits may be lost',
      'Export the column as text.',
    )
  }
  return new Problem('is not an id: only digits', "Write the service's own number.")
}

/**
 * A number of units, 0 to 2147483647. Calendars of single homes hold t or f for one unit or none; any other yes or no is no count: of twelve free units,
 * it would leave one.
 */
export function readCount(text: string): number | Problem {
  const short = text.trim().toLowerCase()
  if (short === 't' || short === 'f') return short === 't' ? 1 : 0
  const count = readWhole(text.trim(), 0)
  if (!(count instanceof Problem) || readFlag(text) instanceof Problem) return count
  return new Problem('says yes or no, not how many', 'Write the number of free units, such as 3, and 0 for none.')
}

/** A length of stay in nights, 1 to 2147483647. The largest means that there is no limit. */
export function readStay(text: string): number | Problem {
  return readWhole(text.trim(), 1)
}

function readWhole(written: string, least: number): number | Problem {
  // One or two zeros are decimals; three may be thousands.
  const text = /^(\d{1,12})[.,]0{1,2}$/.exec(written)?.[1] ?? written
  if (/^\d{1,12}$/.test(text)) {
    const value = Number(text)
    if (value > COUNT_MAX) return new Problem(`is above ${COUNT_MAX}`, `Write ${COUNT_MAX} or less.`)
    return value < least ? new Problem(`must be at least ${least}`, 'Leave it blank to send nothing.') : value
  }
  if (/^[-−]\s*\d/.test(text)) return new Problem('is negative', `Write ${least} or more.`)
  return new Problem('is not a whole number written with digits only', 'Write it in digits, such as 3.')
}

/** A flag: true/false, t/f, yes/no, y/n, 1/0, x, a tick, closed/open, and the same in other languages. No word of one language means the opposite in another. */
export function readFlag(text: string): boolean | Problem {
  const word = plainWord(text.trim().slice(0, FLAG_CHARACTERS + 1))
  if (TRUE_WORDS.has(word)) return true
  if (FALSE_WORDS.has(word)) return false
  return new Problem('is neither yes nor no', 'Write true or false; leave the cell blank to send nothing.')
}

/** Weekdays of a mask as they are written, such as `fri,sat`. */
export function daysText(mask: number): string {
  return mask === EVERY_DAY ? 'daily' : DAY_NAMES.filter((_, day) => (mask >> day) & 1).join(',')
}

/** Text from a file as it is safe to print: at most 80 characters, control and invisible characters made visible. */
export function showText(text: string): string {
  const short = text.length > SHOWN_CHARACTERS ? `${firstCharacters(text, SHOWN_CHARACTERS)}…` : text
  const shown = short.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    if (character === '\n') return '\\n'
    if (character === '\r') return '\\r'
    if (character === '\t') return '\\t'
    return `\\u{${(character.codePointAt(0) as number).toString(16)}}`
  })
  return ownCopy(shown)
}

/** The same text in memory of its own. A slice of a large text keeps the whole of it alive. */
export function ownCopy(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}
