import { constants, gunzipSync } from 'node:zlib'
import { Fault } from '../../errors.js'
import { CAPTURE_LIMITS, gunzipWithin } from '../../resnotif/index.js'

export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** With `info`, zlib tells how much of its input it read. */
interface Unzipped {
  buffer: Buffer
  engine: { bytesWritten: number }
}

interface Gunzipped {
  plain: Buffer
  /** It ends too early, or other bytes stand behind its end. */
  isCut: boolean
}

const LIMIT = { maxOutputLength: CAPTURE_LIMITS.unpackedBytes }

/** What gzip packs, as far as it can be read. @throws Fault INVALID_INPUT where nothing of it can, or it is too large */
export function gunzip(bytes: Buffer, file: string): Gunzipped {
  try {
    const { buffer, engine } = gunzipSync(bytes, { ...LIMIT, info: true }) as unknown as Unzipped
    // What stands behind the end is left out by zlib without a word; blocks are filled up with zeros.
    const isLeft = bytes.subarray(engine.bytesWritten).some((byte) => byte !== 0)
    return { plain: buffer, isCut: isLeft }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const plain = code === 'ERR_BUFFER_TOO_LARGE' ? undefined : leftOf(bytes, code)
    if (plain !== undefined && plain.length > 0) return { plain, isCut: true }
    throw faultOf(file, { isLarge: code === 'ERR_BUFFER_TOO_LARGE', isCut: plain !== undefined }, error)
  }
}

/** Of a file that ends too early, everything before that can be read; of one with other bytes behind it or in it, the packs before them. */
function leftOf(bytes: Buffer, code: string | undefined): Buffer | undefined {
  if (code === 'Z_BUF_ERROR') return gunzipSync(bytes, { ...LIMIT, finishFlush: constants.Z_SYNC_FLUSH })
  const packs: Buffer[] = []
  let left: number = CAPTURE_LIMITS.unpackedBytes
  for (let at = 0; isGzip(bytes.subarray(at));) {
    const pack = gunzipWithin(bytes, at, left)
    if (pack === undefined) break
    packs.push(pack.plain)
    left -= pack.plain.length
    at = pack.end
  }
  return packs.length === 0 ? undefined : Buffer.concat(packs)
}

function faultOf(file: string, { isLarge, isCut }: { isLarge: boolean; isCut: boolean }, cause: unknown): Fault {
  const reason = isLarge
    ? `takes more than ${CAPTURE_LIMITS.unpackedBytes / 1024 / 1024} MB when it is unpacked`
    : isCut
      ? 'is a damaged gzip file: it is cut, and nothing of it can be read'
      : 'is a damaged gzip file'
  return new Fault('INVALID_INPUT', `${file} ${reason}.`, {
    next: isLarge ? 'Unpack it and name the file.' : 'Fetch it again.',
    cause,
  })
}
