/** What readers of foreign text have in common to look for: names and characters that would be dropped or cut in silence, and nesting without end. */

const DEPTH_MAX = 100

/** The one name that an object cannot have as an ordinary key: assigned, it replaces the prototype and is gone. */
export const LOST_NAME = '__proto__'

/** Why a value as JSON.parse gives it cannot be taken whole, or undefined. */
export function lossOf(value: unknown): string | undefined {
  const open: [value: unknown, depth: number][] = [[value, 0]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [one, depth] = next
    if (typeof one === 'string' && one.includes('\0')) return 'holds a NUL character'
    if (typeof one !== 'object' || one === null) continue
    if (depth >= DEPTH_MAX) return 'is nested too deeply'
    if (Object.hasOwn(one, LOST_NAME)) return `names a field "${LOST_NAME}", which cannot be sent`
    for (const [name, item] of Object.entries(one)) {
      if (name.includes('\0')) return 'holds a NUL character'
      open.push([item, depth + 1])
    }
  }
  return undefined
}

/** What an error of the YAML parser means, where its own words tell a person nothing. */
export function yamlReason({ code, message }: { code: string; message: string }): string | undefined {
  if (code === 'MULTIPLE_DOCS') return 'begins a second document: keep one of them in the file'
  return code === 'RESOURCE_EXHAUSTION' || message.includes('call stack') ? TOO_DEEP : undefined
}

const NESTING_MAX = 200
const [TAB, NEWLINE, SPACE, DASH, QUESTION] = [...'\t\n -?'].map((character) => character.charCodeAt(0))
const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [...'[]{}'].map((character) => character.charCodeAt(0))

/** The parser holds each name of a map against all others of it: above this it takes many seconds. */
const NAMES_MAX = 25_000
/** Most names in one map of what a person writes by hand: a body, a configuration, an overlay. */
export const NAMES_BY_HAND = 3_000
/** Most characters of such a text: 100 MB of comments kept the parser busy for minutes. */
const BY_HAND_MAX = 4_000_000
/** Most entries and names of such a text in all, and of a mapping: with a million of them the parser took a minute and 900 MB. */
const VALUES_BY_HAND = 100_000
export const VALUES_OF_MAPPING = 200_000
const [COMMA, HASH, RETURN, COLON] = [...',#\r:'].map((character) => character.charCodeAt(0))

/** Where a text is more than a parser is given, and in which way. */
export interface TooMuch {
  line: number
  reason: string
}

/**
 * The line of a YAML or JSON text from which it is nested too deeply for a parser that calls itself, has too many names in one map, or is far too large, and which of these; or undefined. Asked
 * before one sees it: running out of stack can end the process. Brackets inside quotes count too; no text that a person writes opens so many of them.
 */
export function tooDeepAt(
  text: string,
  namesMax = NAMES_MAX,
  valuesMax = namesMax <= NAMES_BY_HAND ? VALUES_BY_HAND : Number.POSITIVE_INFINITY,
): TooMuch | undefined {
  if (namesMax <= NAMES_BY_HAND && text.length > BY_HAND_MAX)
    return { line: 1, reason: `is far too large: it has more than ${BY_HAND_MAX.toLocaleString('en')} characters` }
  let [line, column, colons, isIndent, values] = [1, 0, 0, true, 0]
  const open: { isMap: boolean; commas: number }[] = []
  const names = new BlockNames()
  const tooDeep = (): TooMuch => ({ line, reason: `is nested too deeply: more than ${NESTING_MAX} levels` })
  const tooMany = (): TooMuch => ({
    line,
    reason: `has too many names in one map: more than ${namesMax.toLocaleString('en')} of them, or of lines that begin in one column`,
  })
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if ((code === NEWLINE || code === COMMA) && (values += 1) > valuesMax)
      return {
        line,
        reason: `is far too large: it has more than ${valuesMax.toLocaleString('en')} lines and entries`,
      }
    if (code === NEWLINE) {
      line += 1
      column = 0
      colons = 0
      isIndent = true
      continue
    }
    // To the parser, "a: a: a:" on one line opens a map with each colon, in braces as well up to the next comma.
    if (code === COMMA && open.length > 0) colons = 0
    if (code === COLON && isBlank(text.charCodeAt(at + 1)) && (colons += 1) > NESTING_MAX) return tooDeep()
    if (code === OPEN_LIST || code === OPEN_MAP) open.push({ isMap: code === OPEN_MAP, commas: 0 })
    else if (code === CLOSE_LIST || code === CLOSE_MAP) open.pop()
    else if (code === COMMA) {
      const inner = open.at(-1)
      if (inner !== undefined && (inner.commas += 1) > namesMax && inner.isMap) return tooMany()
    }
    // Each level of a block takes a column before the first word of its line.
    if (isIndent) {
      isIndent =
        code === SPACE || code === TAB || ((code === DASH || code === QUESTION) && isBlank(text.charCodeAt(at + 1)))
      if (code === DASH) names.outdent(column === 0 && text.startsWith('---', at) ? -1 : column)
      else if (!isIndent && code !== HASH && code !== RETURN && open.length === 0 && names.add(column) > namesMax)
        return tooMany()
      column += 1
      if (isIndent && column > NESTING_MAX) {
        if (!isBlankLine(text, at)) return tooDeep()
        isIndent = false
      }
    }
    if (open.length > NESTING_MAX) return tooDeep()
  }
  return undefined
}

/** Counts the lines that begin in one column, none between them further to the left: the names of a map at most. */
class BlockNames {
  readonly #counts = new Int32Array(NESTING_MAX + 1)
  #deepest = 0

  /** Whatever stood further to the right is over: an entry of a list begins here. */
  outdent(column: number): void {
    for (let at = column + 1; at <= this.#deepest; at += 1) this.#counts[at] = 0
    this.#deepest = Math.max(0, column)
  }

  add(column: number): number {
    this.outdent(column)
    return (this.#counts[column] = (this.#counts[column] as number) + 1)
  }
}

const isBlank = (code: number): boolean => code === SPACE || code === TAB || code === NEWLINE

/** Whether nothing but blanks follows on the line; a table may end in many of them. */
function isBlankLine(text: string, from: number): boolean {
  let at = from
  while (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB) at += 1
  return at >= text.length || text.charCodeAt(at) === NEWLINE
}

/** What is said of a text that the parser itself gave up. */
const TOO_DEEP = 'is nested too deeply to be read, has too many names in one map, or is far too large'
/** A table that is asked for what somebody else wrote: it has its own entries and no others, whereas any object of JavaScript has a `constructor`. */
export const ownTable = <T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.freeze(Object.assign(Object.create(null) as Record<string, T>, entries))
