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

/** The name of the file that a part of a mail or form is; undefined where it has none. */
export function fileNameOf(headers: ReadonlyMap<string, string>): string | undefined {
  for (const header of ['content-disposition', 'content-type']) {
    const value = headers.get(header)?.slice(0, 4_000) ?? ''
    const coded = CODED_NAME.exec(value)?.[1]
    const [, quoted, plain] = FILE_NAME.exec(value) ?? []
    const name = (coded === undefined ? undefined : decoded(coded)) ?? quoted ?? plain
    if (name !== undefined) return name.slice(0, NAME_MAX)
  }
  return undefined
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
