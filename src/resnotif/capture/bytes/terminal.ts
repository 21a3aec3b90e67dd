import { Rewriting, type Traced } from './traced.js'

/**
 * What a pager or a terminal writes and takes back: a prompt that it wipes with its line, a letter in bold or underlined, a blank at the end of a line that it wraps (with
 * the number of the line once more), the keys of a terminal that are turned on and off.
 */
const TAKEN_BACK =
  /(?<=\n)[^\n\r<>]{0,200}\r\p{Cc}\[K|\p{Cc}[=>]\r?| [\b](?<number>[ ]{1,9}\d{1,9} )|(?<bold>[!-~]|[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3})(?:[\b]\k<bold>)+|_[\b](?=[ -~\u00c2-\u00f4])| [\b]|[\b]\r?(?=\r?\n)/gu
const KEYS = /^\p{Cc}[=>]/u
const ESCAPE = '\u001b'
const WIPED = `\r${ESCAPE}[K`
const HEAD_MAX = 200

/** A text as it was shown; the same where a pager or a terminal took nothing back. */
export function withoutOverstrikes(of: Traced): Traced {
  const view = of.bytes.toString('latin1')
  const isRecorded = view.includes(ESCAPE) || view.startsWith('Script started on ')
  if (!view.includes('\b') && !isRecorded) return of
  const rewriting = new Rewriting(of)
  let from = 0
  for (const { index, 0: text, groups } of view.matchAll(TAKEN_BACK)) {
    const bold = groups?.['bold']
    const number = groups?.['number']
    // Any control may stand where an escape is meant: a line end before a bracket is none.
    if ((KEYS.test(text) && text[0] !== ESCAPE) || (text.endsWith('[K') && !text.endsWith(WIPED))) continue
    // Without a terminal, a backspace behind a blank is one of the message.
    if (!isRecorded && bold === undefined && !text.startsWith('_')) continue
    rewriting.keep(from, bold === undefined ? index : index + bold.length)
    from = index + text.length
    if (number !== undefined && !isNumberOf(view, index, number)) from -= number.length
  }
  if (from === 0) return of
  rewriting.keep(from, view.length)
  return rewriting.end()
}

/** Whether the line of a place begins with the number that is written again where the line is wrapped. */
function isNumberOf(view: string, at: number, number: string): boolean {
  const start = view.lastIndexOf('\n', at) + 1
  const head = view.slice(start, Math.min(at, start + HEAD_MAX))
  const wiped = head.lastIndexOf(WIPED)
  const from = wiped < 0 ? head.lastIndexOf('\r') + 1 : wiped + WIPED.length
  return head.startsWith(number, from)
}
