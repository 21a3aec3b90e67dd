import type { ArchivedFile } from './archived.js'
import { gunzip, isGzip } from './gzip.js'
import { isTar, openTar } from './tar.js'
import { isZip, openZip } from './zip.js'

/** Whether bytes may be those of an archive, or of a file that is packed. */
export const isPacked = (bytes: Buffer): boolean => isZip(bytes) || isGzip(bytes) || isTar(bytes)

/** The files of a zip or tar archive, gzip opened; for what is none, the bytes of a single file, and whether the pack that held them is cut. */
export async function openArchive(
  bytes: Buffer,
  file: string,
): Promise<ArchivedFile[] | { plain: Buffer; isCut: boolean }> {
  if (isZip(bytes)) return openZip(bytes, file)
  const { plain, isCut } = isGzip(bytes) ? gunzip(bytes, file) : { plain: bytes, isCut: false }
  if (!isTar(plain)) return { plain, isCut }
  const files = openTar(plain)
  // Behind the end of one archive another may begin.
  return isCut && !files.some(isTold) ? [...files, { name: '', content: CUT_GZIP }] : files
}

const isTold = ({ content }: ArchivedFile): boolean => typeof content === 'string'

const CUT_GZIP =
  'a damaged gzip file: it is cut here, or other bytes stand behind its end. Files may be missing: fetch it again'
