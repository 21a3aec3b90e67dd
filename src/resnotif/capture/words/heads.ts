/** What stands before something in its line is looked at so far. */
const HEAD_MAX = 600
const TOKEN = /[\w\u0080-\uffff]+|[ \t\r]+|[^]/g

/**
 * Whether a line that begins so goes on with what a line began whose own beginning is `above`: it begins with nothing, or as that one did. Numbers and names may be others,
 * as times and threads are, but not the word right before what the line goes on with: with that a sentence leads to it.
 */
export function goesOn(above: string, head: string): boolean {
  if (head.trim() === '') return true
  const [first, own] = [tokensOf(above), tokensOf(head.trimEnd().replace(/[:=]$/, ''))]
  if (own.length > first.length || own.some((token, at) => kindOf(token) !== kindOf(first[at] as string))) return false
  const last = own.length - 1
  return !/[A-Za-z\u0080-\uffff]/.test(own[last] ?? '') || own[last] === first[last]
}

/** What stands in the beginning of a line behind all that another line of the log begins with; undefined where they have nothing in common. */
export function phraseIn(head: string, other: string): string | undefined {
  const [own, others] = [tokensOf(head), tokensOf(other.slice(0, HEAD_MAX))]
  const differs = own.findIndex((token, at) => !isAlike(token, others[at] ?? ''))
  const common = differs < 0 ? own.length : differs
  return common < COMMON_MIN ? undefined : own.slice(common).join('')
}

/** Tokens that lines of one log share at least: a word and what divides it from the next. */
const COMMON_MIN = 2

const isAlike = (a: string, b: string): boolean =>
  a === b || (kindOf(a) === kindOf(b) && (kindOf(a) === ' ' || (/\d/.test(a) && /\d/.test(b))))

const tokensOf = (text: string): string[] => text.slice(-HEAD_MAX).match(TOKEN) ?? []

/** A mark is of its own kind. */
function kindOf(token: string): string {
  if (/^[\w\u0080-\uffff]/.test(token)) return 'word'
  return /^[ \t\r]/.test(token) ? ' ' : token
}
