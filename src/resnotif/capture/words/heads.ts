/** What stands before something in its line is looked at so far. */
const HEAD_MAX = 600
const TOKEN = /[\w\u0080-\uffff]+|[ \t\r]+|[^]/g

/**
 * Whether a line that begins so goes on with what a line began whose own beginning is `above`: it begins with nothing, or as that one did. Numbers and names may be others,
 * as times and threads are, but not the word right before what the line goes on with: with that a sentence leads to it.
 */
export function goesOn(above: string, head: string): boolean {
  if (head.trim() === '') return true
  const [first, own] = [tokensOf(above), tokensOf(head)]
  if (own.length > first.length || own.some((token, at) => kindOf(token) !== kindOf(first[at] as string))) return false
  const last = own.findLastIndex((token) => kindOf(token) !== ' ')
  return kindOf(own[last] as string) !== 'word' || own[last] === first[last]
}

const tokensOf = (text: string): string[] => text.slice(-HEAD_MAX).match(TOKEN) ?? []

/** A mark is of its own kind. */
function kindOf(token: string): string {
  if (/^[\w\u0080-\uffff]/.test(token)) return 'word'
  return /^[ \t\r]/.test(token) ? ' ' : token
}
