/** A letter beyond ASCII has two bytes or more. */
const DOTS = /[A-Za-z]\.{2,4}|\.{2,4}[A-Za-z]/
/** What a person wrote, which may have lines of its own. */
const WORDS = /<(?:[\w.-]{1,40}:)?(?:Text|ListItem)(?:\s[^<>]{0,400})?>([^<]{1,8000})</g
/** A dot between words that is none of an address. */
const DOT_BETWEEN = /(?:^|\s)[^\s@/]{0,200}[^\s@/.\d]\.[^\s@/.][^\s@/]{0,200}(?=\s|$)/

/** Nobody is called so: some tools show letters as dots without a word of theirs in the file. */
const NAME_WITH_DOTS = /<(?:[\w.-]{1,40}:)?(?:GivenName|Surname)(?:\s[^<>]{0,400})?>[^<]{0,200}[A-Za-z]\.{2,4}[A-Za-z]/
/** Whether names of people hold dots that are letters. */
export const hasDotsInNames = (text: string): boolean => NAME_WITH_DOTS.test(text)

/** Whether dots of a message may be something else: letters, and ends of lines where the tool shows those so. */
export const hasDots = (text: string, wrapping: readonly string[]): boolean =>
  DOTS.test(text) ||
  (wrapping.includes('curl trace') && [...text.matchAll(WORDS)].some(([, words = '']) => DOT_BETWEEN.test(words)))
