import { MARKER } from './tags.js'

/** The name of the element as base64 writes it, by how many bytes stand before it in its group of three, and how many characters those take a part in. */
const PACKED = [0, 1, 2].map((shift) => {
  const packed = Buffer.from(`${'\0'.repeat(shift)}${MARKER}`)
    .toString('base64')
    .replaceAll('=', '')
  const own = Math.ceil((shift * 8) / 6)
  return { own, name: packed.slice(own, Math.floor(((shift + MARKER.length) * 8) / 6)) }
})
const RUN = /[A-Za-z\d+/]/
/** Characters before the name that may hold the beginning of its tag. */
const BEFORE = 64
const START_TAG = /<(?:[\w.-]{1,40}:)?OTA_HotelResNotifRQ/

/** Where messages in base64 stand, outside of all that was found. */
export function packedIn(view: string, found: readonly { start: number; end: number }[]): number[] {
  const places: number[] = []
  for (const { own, name } of PACKED)
    for (let at = view.indexOf(name); at >= 0; at = view.indexOf(name, at + name.length)) {
      let start = at - own
      while (start > at - own - BEFORE && RUN.test(view[start - 1] ?? '')) start--
      // Four characters are three bytes.
      const aligned = at - own - 4 * Math.floor((at - own - start) / 4)
      const end = at + name.length
      const isTag = START_TAG.test(Buffer.from(view.slice(aligned, end + 4), 'base64').toString('latin1'))
      if (isTag && !found.some((one) => one.start < end && one.end >= start)) places.push(start)
    }
  return places.toSorted((a, b) => a - b)
}
