import { lettersNamed } from '../../xml/index.js'
import { Rewriting, type Traced } from '../bytes/index.js'

const ENCODING = /\sencoding\s{0,9}=\s{0,9}["']([A-Za-z][\w.-]{0,40})["']/
const DECLARATION_MAX = 400
const BEYOND_ASCII = /[\u0080-\u00ff]{1,4000}/g

/** The last declaration of a document in a text, but for those of texts and comments in it; undefined where there is none. */
export function declarationIn(text: string): { encoding?: string | undefined } | undefined {
  for (let at = text.lastIndexOf('<?xml'); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('<?xml', at - 1)) {
    const end = text.slice(at, at + DECLARATION_MAX).indexOf('?>')
    if (end < 0 || !/[ \t\r\n]/.test(text[at + 5] ?? '') || !isOutside(text, at)) continue
    return { encoding: ENCODING.exec(text.slice(at, at + end))?.[1] }
  }
  return undefined
}

/** Whether a document may begin at a place: behind another one, and in none of its texts. */
function isOutside(text: string, at: number): boolean {
  const before = text.slice(0, at)
  const isIn = (opens: string, closes: string): boolean => before.lastIndexOf(opens) > before.lastIndexOf(closes)
  return /(?:^|>)\s{0,200}$/.test(before.slice(-210)) && !isIn('<![CDATA[', ']]>') && !isIn('<!--', '-->')
}

/** Bytes of an encoding of one byte a letter as UTF-8. What is UTF-8 throughout stays: no text of these encodings is, and whoever saved it did so in another one than it names. */
export function inUtf8(text: Traced, encoding: string | undefined): Traced {
  const letters = encoding === undefined ? undefined : lettersNamed(encoding)
  if (letters === undefined || text.wide !== undefined || isUtf8(text.bytes)) return text
  const view = text.bytes.toString('latin1')
  const rewriting = new Rewriting(text)
  let from = 0
  for (const { index, 0: found } of view.matchAll(BEYOND_ASCII)) {
    rewriting.keep(from, index)
    for (let at = 0; at < found.length; at++) rewriting.put(letters[found.charCodeAt(at)] as string, index + at)
    from = index + found.length
  }
  rewriting.keep(from, view.length)
  return rewriting.end()
}

function isUtf8(bytes: Buffer): boolean {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) !== undefined
  } catch {
    return false
  }
}
