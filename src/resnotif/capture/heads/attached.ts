import type { Traced } from '../bytes/index.js'

/** An archive, or a file packed by itself, that a capture holds: whoever opens archives opens it. */
export interface AttachedPack {
  /** As the mail names it, or the part that it is. */
  name: string
  bytes: Buffer
}

const NAME_MAX = 200
const FILE_NAME = /;\s{0,9}(?:file)?name\s{0,9}=\s{0,9}(?:"([^"\r\n]{1,400})"|([^\s;"]{1,400}))/i
/** `filename*=UTF-8''r%C3%A9servation.zip`: names with letters beyond ASCII. */
const CODED_NAME = /;\s{0,9}(?:file)?name\*\s{0,9}=\s{0,9}utf-8'[\w-]{0,20}'([^\s;"]{1,800})/i

/** A name in several parameters (RFC 2231): `filename*0="very-"; filename*1="long.zip"`, each of which may be coded. */
const PIECE_OF_NAME = /;\s{0,9}(?:file)?name\*(\d)(\*?)\s{0,9}=\s{0,9}(?:"([^"\r\n]{1,400})"|([^\s;"]{1,400}))/gi
/** A word of a header in an encoding of its own (RFC 2047): `=?UTF-8?B?csOpc2Euemlw?=`. Blanks between two are none of the text. */
const WORD = /=\?([\w-]{1,40})\?([bq])\?([^?\s]{0,400})\?=(?:\s{1,9}(?==\?))?/gi

/** The name of the file that a part of a mail or form is; undefined where it has none. */
export function fileNameOf(headers: ReadonlyMap<string, string>): string | undefined {
  for (const header of ['content-disposition', 'content-type']) {
    const value = headers.get(header)?.slice(0, 4_000) ?? ''
    const coded = CODED_NAME.exec(value)?.[1]
    const [, quoted, plain] = FILE_NAME.exec(value) ?? []
    const name = (coded === undefined ? undefined : decoded(coded)) ?? joined(value) ?? quoted ?? plain
    if (name !== undefined) return textOf(name).replace(WORD, wordOf).slice(0, NAME_MAX)
  }
  return undefined
}

/** Headers are read byte by byte, and programs write UTF-8 in them as it is. */
function textOf(name: string): string {
  if (Buffer.from(name, 'latin1').toString('latin1') !== name) return name
  const text = Buffer.from(name, 'latin1').toString()
  return text.includes('\ufffd') ? name : text
}

function joined(value: string): string | undefined {
  const pieces = [...value.matchAll(PIECE_OF_NAME)].sort((a, b) => Number(a[1]) - Number(b[1]))
  if (pieces.length === 0) return undefined
  const isCoded = pieces.some(([, , star]) => star === '*')
  const text = pieces
    .map(([, , star, quoted, plain], at) => {
      const piece = quoted ?? plain ?? ''
      if (star === '*') return at === 0 ? piece.replace(/^[\w-]{0,20}'[\w-]{0,20}'/, '') : piece
      return isCoded ? encodeURIComponent(piece) : piece
    })
    .join('')
  return isCoded ? decoded(text) : text
}

function wordOf(word: string, charset: string, coding: string, text: string): string {
  try {
    const bytes =
      coding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(
            text.replaceAll('_', ' ').replaceAll(/=([\dA-F]{2})/gi, (_, digits: string) => {
              return String.fromCharCode(Number.parseInt(digits, 16))
            }),
            'latin1',
          )
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return word
  }
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

const isZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50
const isTar = (bytes: Buffer): boolean => bytes.toString('latin1', 257, 262) === 'ustar'
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Whether a part is an archive, or a file that somebody packed before it was attached: what a connection packs has no name. */
export const isAttachedPack = ({ bytes }: Traced, name: string | undefined): boolean =>
  isZip(bytes) || isTar(bytes) || (name !== undefined && isGzip(bytes))
