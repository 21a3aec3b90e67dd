import { readXml } from '../../xml/index.js'

/** Quotes of a word processor or a chat, and what is no letter where the text was saved in the encoding of an office: there they are single bytes. */
const QUOTE = '[\\u201c-\\u201f\\u2018-\\u201b\\u00ab\\u00bb\\u2039\\u203a\\u2032\\u2033\\ufffd]'
const AROUND_VALUE = new RegExp(`=\\s{0,3}${QUOTE}|${QUOTE}(?=\\s{1,9}[\\w:.-]{1,60}\\s{0,3}=|\\s{0,9}[/?]?>)`)
/** A comment whose dashes became one. */
const DASHED = /<![\u2013\u2014]/
const TAG_MAX = 8_000
/** The parser complains behind the quote, or in the tag behind. */
const BEHIND = 400

/** Whether a text is broken in a tag whose values stand in typographic quotes, or in a comment that begins with a dash: nobody sends those, and programs that a text is pasted through put them in. */
export function isRequoted(text: string): boolean {
  if (!AROUND_VALUE.test(text) && !DASHED.test(text)) return false
  const { broken } = readXml(text, { checksPrefixes: false })
  if (broken === undefined || broken.kind !== 'broken') return false
  const start = text.lastIndexOf('<', broken.offset)
  if (start < 0 || broken.offset - start > TAG_MAX) return false
  const end = text.indexOf('>', broken.offset)
  const tag = text.slice(start, end < 0 ? broken.offset + BEHIND : Math.min(end + 1, broken.offset + BEHIND))
  return (/^<[?A-Za-z_]/.test(tag) && AROUND_VALUE.test(tag)) || DASHED.test(tag.slice(0, 3))
}
