import { isUtf8 } from 'node:buffer'
import { isMultiByte, isWindowsText, lettersNamed } from '../../xml/index.js'
import { Rewriting, type Traced } from '../bytes/index.js'

/** Encodings in which each byte is a character. */
const SINGLE = /^(?:iso-8859-\d{1,2}|latin-?1|windows-125\d|cp125\d)$/i
const BEYOND_ASCII = /[\u0080-\u00ff]{1,4000}/g

/** Whether a name is that of a known encoding in which each byte is a character, and those of ASCII are its own. */
export const isSingle = (charset: string | undefined): charset is string =>
  SINGLE.test(charset ?? '') && lettersNamed(charset ?? '') !== undefined

/** Bytes of the encoding that a document names as UTF-8. What is UTF-8 throughout stays: no text of these encodings is, and whoever saved it did so in another one than it names. */
export function inUtf8(text: Traced, encoding: string | undefined): Traced {
  if (encoding === undefined || text.wide !== undefined || isUtf8(text.bytes)) return text
  const letters = lettersNamed(encoding)
  if (letters === undefined) return fromMultiByte(text, encoding)
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

/** Bytes that are no UTF-8 as what they are in Windows-1252; undefined where they cannot be that, or are UTF-8 in part. */
export const inWindows = (text: Traced): Traced | undefined =>
  text.wide === undefined && isWindowsText(text.bytes) ? inUtf8(text, 'windows-1252') : undefined

/** Bytes of an encoding with several bytes for most letters, of which those of ASCII are its own, as UTF-8; as they are where some of them are none of it. */
function fromMultiByte(text: Traced, encoding: string): Traced {
  if (!isMultiByte(encoding)) return text
  const { bytes } = text
  const decoder = new TextDecoder(encoding)
  const rewriting = new Rewriting(text)
  let from = 0
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] as number) < 0x80) continue
    rewriting.keep(from, at)
    const first = at
    let letter = decoder.decode(bytes.subarray(at, at + 1), { stream: true })
    while (letter === '' && ++at < bytes.length) letter = decoder.decode(bytes.subarray(at, at + 1), { stream: true })
    if (letter === '' || letter.includes('\ufffd')) return text
    rewriting.put(letter, first)
    from = at + 1
  }
  rewriting.keep(from, bytes.length)
  return rewriting.end()
}
