/** Values of a row, from text: each function gives the value, or a Problem that says why the text is not one. Blank text never arrives here. */

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

const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const EVERY_DAY = 127

const TRUE_WORDS = new Set(['true', 't', 'yes', 'y', '1', 'x', 'ja', 'j', 'oui', 'si', 'sí', 'sì'])
const FALSE_WORDS = new Set(['false', 'f', 'no', 'n', '0', 'nein', 'nee', 'non'])

/** An id as the service numbers it: digits, at most 19, kept as text because they may exceed what a double holds. */
export function readId(text: string): string | Problem {
  const id = text.trim()
  if (/^\d+$/.test(id)) {
    if (id.length > ID_DIGITS) return new Problem(`has ${id.length} digits; an id has at most ${ID_DIGITS}`)
    // Leading zeros would make the number unreadable on the wire, and 0101 a second name of 101.
    const plain = id.replace(/^0+/, '')
    return plain === '' ? new Problem('an id is at least 1') : plain
  }
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(id) || /^\d+[.,]0{0,2}$/.test(id)) {
    return new Problem('looks like an id that a spreadsheet turned into a decimal number, so digits may be lost', 'Export the column as text.')
  }
  return new Problem('is not an id: only digits', "Write the service's own number.")
}

/** A number of units, 0 to 2147483647. Short-stay calendars keep t/f, which is one unit free or none. */
export function readCount(text: string): number | Problem {
  const word = text.trim().toLowerCase()
  if (word === 't' || word === 'true') return 1
  if (word === 'f' || word === 'false') return 0
  return readWhole(word, 0)
}

/** A length of stay in nights, 1 to 2147483647. The largest means that there is no limit. */
export function readStay(text: string): number | Problem {
  return readWhole(text.trim(), 1)
}

function readWhole(text: string, least: number): number | Problem {
  if (/^\d{1,12}$/.test(text)) {
    const value = Number(text)
    if (value > COUNT_MAX) return new Problem(`is above ${COUNT_MAX}`)
    return value < least ? new Problem(`must be at least ${least}`) : value
  }
  if (/^[-−]\s*\d/.test(text)) return new Problem('is negative')
  return new Problem('is not a whole number written with digits only')
}

/** A flag: true/false, t/f, yes/no, y/n, 1/0, x, ja/nein, oui/non, si/no. No word of one language means the opposite in another. */
export function readFlag(text: string): boolean | Problem {
  const word = text.trim().toLowerCase().normalize('NFC')
  if (TRUE_WORDS.has(word)) return true
  if (FALSE_WORDS.has(word)) return false
  return new Problem('is neither yes nor no', 'Write true or false; leave the cell blank to send nothing.')
}

/** Weekdays as a mask, bit 0 = Monday: `mon,tue`, `mon-fri`, `daily`. Words such as "weekend" differ from hotel to hotel and are refused. */
export function readDays(text: string): number | Problem {
  const words = text.trim().toLowerCase()
  if (words === 'daily') return EVERY_DAY
  let mask = 0
  for (const part of words.replace(/\s*[-–]\s*/g, '-').split(/[\s,;|+/]+/)) {
    const [first, last, more] = part.split('-').map(dayNumber)
    if (first === undefined || more !== undefined || (part.includes('-') && last === undefined)) return daysProblem(part)
    for (let day = first; ; day = (day + 1) % 7) {
      mask |= 1 << day
      if (day === (last ?? first)) break
    }
  }
  return mask
}

/** Weekdays of a mask as they are written, such as `fri,sat`. */
export function daysText(mask: number): string {
  return mask === EVERY_DAY ? 'daily' : DAY_NAMES.filter((_, day) => (mask >> day) & 1).map((name) => name.slice(0, 3)).join(',')
}

function dayNumber(word: string): number | undefined {
  const at = word.length >= 3 ? DAY_NAMES.findIndex((name) => name === word || name.slice(0, 3) === word) : -1
  return at < 0 ? undefined : at
}

function daysProblem(part: string): Problem {
  const reason = /^week(end|day)s?$/.test(part) ? `"${part}" means different days in different hotels` : `"${showText(part)}" is no weekday`
  return new Problem(reason, 'Write mon, tue, wed, thu, fri, sat, sun, a range such as mon-fri, or daily.')
}

/** Text from a file as it is safe to print: at most 80 characters, control and invisible characters made visible. */
export function showText(text: string): string {
  const short = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
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
