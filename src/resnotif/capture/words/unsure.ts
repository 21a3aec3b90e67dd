/** Whether the escapes in the texts of a message that was written down were read as what they stand for, or as letters: nothing tells which they were. */
export type UnsureEscapes = 'breaks' | 'letters'

/** Blanks between two tags, and between attributes, with line ends in escapes. */
const BETWEEN = />(?:[ \t\r\n]|\\{1,8}[nrt]){1,400}(?=<)|\\{1,8}[nrt](?=\s{0,200}[\w:.-]{1,60}=)/g
/** Quotes of attributes that are escaped. */
const QUOTES = /=\\"|\\"(?=[\s/>?])/g
/** A member of an object that a program printed in lines, as pino-pretty does: it takes one backslash of two away. */
const MEMBER = /^[ \t]{2,40}"[^"\n]{1,200}":[ \t]{0,9}"/
/** What is looked at of the line before a message. */
const LINE_MAX = 4_000
const ESCAPE = /\\[nrtbf]/
const BREAK = /\\[nrt]/
/** An attribute whose quotes have a backslash. */
const QUOTED = /(?:=|\\{1,8}u003[dD])\s{0,9}\\{1,8}(?:["'u]|x2[27]|04[27])/

/**
 * Whether escapes in the texts of a record are perhaps letters of the message. A program that quotes what it writes doubles its backslashes; a pattern of a logger that
 * only replaces the line ends does not.
 * @param at the name of the message's element
 * @param end where the record ends
 */
export function areEscapesUnsure(view: string, at: number, end: number): boolean {
  const own = view.slice(at, end)
  const texts = own.slice(0, own.lastIndexOf('>') + 1).replaceAll(BETWEEN, '')
  if (hasNoQuotes(view, at, own)) return isDoubling(own) || BREAK.test(texts)
  const line = lineBefore(view, at)
  return (
    QUOTED.test(own + line) && MEMBER.test(line) && !own.includes('\\\\') && ESCAPE.test(texts.replaceAll(QUOTES, ''))
  )
}

/** Whether a record has escapes for its line ends and no others. */
export function hasBreaksAlone(view: string, at: number, end: number): boolean {
  const own = view.slice(at, end)
  return hasNoQuotes(view, at, own) && !isDoubling(own)
}

/** Where quotes of attributes have no backslash, the writer has no quotes of its own. */
function hasNoQuotes(view: string, at: number, own: string): boolean {
  const line = lineBefore(view, at)
  return !isQuoted(line) && !QUOTED.test(own) && !QUOTED.test(line) && !BY_NUMBER.test(line)
}

/** Whether a text may have two backslashes for each that was sent. */
const isDoubling = (own: string): boolean => own.includes('\\\\')

/** The sign that begins a tag, by its number. */
const BY_NUMBER = /\\(?:u00(?:3[cC]|26)|x3[cC]|x26|074|046)[\w;:.-]{0,60}$/

function lineBefore(view: string, at: number): string {
  const before = view.slice(Math.max(0, at - LINE_MAX), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}

/** Whether a quote stands right before the first sign of a message. @param line what stands before the name of its element */
function isQuoted(line: string): boolean {
  const declared = line.lastIndexOf('<?xml')
  return /["'`](?:\\[nrt]|\s){0,9}$/.test(line.slice(0, declared < 0 ? line.indexOf('<') : declared).slice(-40))
}

/** Whether a message that a log shows in one line has escapes in its texts: letters that were sent, or what the log writes for line ends. */
export const hasLoggedEscapes = (own: string): boolean => !own.includes('\n') && /\\[nrt]/.test(own)
