import { Rewriting, type Traced } from './traced.js'

/** Encodings in which each byte is a character. */
const SINGLE = /^(?:iso-8859-\d{1,2}|latin-?1|windows-125\d|cp125\d)$/i

/** Whether a name is that of an encoding in which each byte is a character, and those of ASCII are its own. */
export const isSingle = (charset: string | undefined): charset is string => SINGLE.test(charset ?? '')

/** A text in such an encoding in UTF-8, also where it is that already, whatever it was called; undefined where the encoding is not known. */
export function fromSingle(of: Traced, charset: string): Traced | undefined {
  const { bytes } = of
  if (isUtf8(bytes)) return of
  const decoder = decoderOf(charset)
  if (decoder === undefined) return undefined
  const rewriting = new Rewriting(of)
  let from = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte < 128) continue
    rewriting.keep(from, at)
    rewriting.put(decoder.decode(Buffer.of(byte)), at)
    from = at + 1
  }
  rewriting.keep(from, bytes.length)
  return rewriting.end()
}

function isUtf8(bytes: Buffer): boolean {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) !== undefined
  } catch {
    return false
  }
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}
