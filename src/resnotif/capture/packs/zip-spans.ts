/** A zip archive among other bytes, from its first header to the end of its comment. */
export interface ZipSpan {
  start: number
  end: number
  /** Where its end record begins. */
  record: number
}

const END = Buffer.from('PK\u0005\u0006', 'latin1')
const END_BYTES = 22
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50

/**
 * Whole zip archives in bytes, in their order; those in others are part of them. An end record counts where its list of files stands as far before it as it says, and a file
 * where the list begins: a comment, or what is packed, may hold the same first bytes. One too large for its own numbers is not found.
 */
export function zipsIn(bytes: Buffer): ZipSpan[] {
  const found: ZipSpan[] = []
  for (let at = bytes.indexOf(END); at >= 0; at = bytes.indexOf(END, at + 1)) {
    const span = spanOf(bytes, at)
    if (span === undefined) continue
    while ((found.at(-1)?.start ?? -1) >= span.start) found.pop()
    if ((found.at(-1)?.end ?? 0) <= span.start) found.push(span)
  }
  return found
}

function spanOf(bytes: Buffer, at: number): ZipSpan | undefined {
  if (at + END_BYTES > bytes.length) return undefined
  const list = at - bytes.readUInt32LE(at + 12)
  const start = list - bytes.readUInt32LE(at + 16)
  const end = at + END_BYTES + bytes.readUInt16LE(at + 20)
  if (start < 0 || list + 46 > at || end > bytes.length || bytes.readUInt32LE(list) !== DIRECTORY_ENTRY)
    return undefined
  const first = start + bytes.readUInt32LE(list + 42)
  return first + 4 <= list && bytes.readUInt32LE(first) === LOCAL_HEADER ? { start, end, record: at } : undefined
}
