/** Odd, without patterns. */
const SPREAD = 0x9e37_79b1
const WORD = 4

/** Bytes of a line: one stretch, or two with a gap between them that does not count. */
export interface Stretches {
  at: number
  size: number
  moreAt: number
  moreSize: number
  hash: number
}

/** Whether two stretches of bytes are equal, four at a time. */
export function areSame(a: DataView, aAt: number, b: DataView, bAt: number, size: number): boolean {
  let done = 0
  for (; done + WORD <= size; done += WORD)
    if (a.getInt32(aAt + done, true) !== b.getInt32(bAt + done, true)) return false
  for (; done < size; done += 1) if (a.getUint8(aAt + done) !== b.getUint8(bAt + done)) return false
  return true
}

/** Goes on with a hash of which every bit depends on all bits of all bytes. */
export function hashed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, SPREAD)
  return product ^ (product >>> 15)
}

/** The hash of a stretch of bytes, begun with that of others. */
export function hashOf(view: DataView, at: number, size: number, begun: number): number {
  let hash = begun
  let done = 0
  for (; done + WORD <= size; done += WORD) hash = hashed(hash, view.getInt32(at + done, true))
  for (; done < size; done += 1) hash = hashed(hash, view.getUint8(at + done))
  return hash
}
