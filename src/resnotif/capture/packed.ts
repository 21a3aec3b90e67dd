import { MARKER, type Told } from './logs/index.js'

/** The name of the element as base64 writes it, wherever in three bytes it begins, without the characters that its neighbours have a part in. */
const PACKED = [0, 1, 2].map((shift) => {
  const packed = Buffer.from(`${'\0'.repeat(shift)}${MARKER}`)
    .toString('base64')
    .replaceAll('=', '')
  return packed.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + MARKER.length) * 8) / 6))
})
const RUN = /[A-Za-z\d+/_-]/
const RUN_MAX = 6_000_000

/** Where texts in base64 stand that name the element, outside of all that was found. */
export function packedIn(view: string, found: readonly Pick<Told, 'start' | 'end'>[]): number[] {
  const places: number[] = []
  for (const name of PACKED)
    for (let at = view.indexOf(name); at >= 0;) {
      let [start, end] = [at, at + name.length]
      while (start > 0 && at - start < RUN_MAX && RUN.test(view[start - 1] as string)) start--
      while (end < view.length && RUN.test(view[end] as string)) end++
      if (!found.some((one) => one.start < end && one.end >= start)) places.push(start)
      at = view.indexOf(name, end)
    }
  return [...new Set(places)].toSorted((a, b) => a - b)
}
