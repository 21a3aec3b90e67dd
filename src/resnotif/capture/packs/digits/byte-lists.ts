import { concat, type Traced } from '../../bytes/index.js'

/** Bytes in digits that a program wrote as a list. */
interface ByteList {
  start: number
  end: number
  plain: Traced
  /** Of more bytes than it shows. */
  isCut: boolean
}

/** How an array of C begins: Wireshark writes one for each packet of a connection (`char peer0_0[] = {`). */
const ARRAY = /\b([A-Za-z_]\w{0,60})[ \t]{0,9}\[\d{0,9}\][ \t]{0,9}=[ \t\r\n]{0,9}\{/g
const ELEMENT = /[\s,]{1,200}|\/\*[^*]{0,200}\*\/|0x([\da-f]{1,2})\b/iy
/** Packets of one side of a connection. */
const PEER = /^(peer\d{1,9})_\d{1,9}$/
/** How Node shows bytes, no more than 50 of them unless it is told otherwise. */
const BUFFER = /<Buffer((?: [\da-f]{2}){8,})(?: \.{3} \d{1,12} more bytes?)?>/g
/** Fewer bytes hold no notification. */
const BYTES_MIN = 200

/** Lists of bytes that may hold a message: arrays of C, those of one side of a connection together, and buffers of Node. */
export function byteListsIn(of: Traced, view: string): ByteList[] {
  return [...arraysIn(of, view), ...buffersIn(of, view)]
}

function arraysIn(of: Traced, view: string): ByteList[] {
  const sides = new Map<string, ByteList[]>()
  for (const { index, 0: head, 1: name = '' } of view.matchAll(ARRAY)) {
    const places: number[] = []
    const bytes: number[] = []
    let at = index + head.length
    for (;;) {
      ELEMENT.lastIndex = at
      const element = ELEMENT.exec(view)
      if (element === null) break
      if (element[1] !== undefined) {
        places.push(at)
        bytes.push(Number.parseInt(element[1], 16))
      }
      at = ELEMENT.lastIndex
    }
    if (view[at] !== '}' || bytes.length === 0) continue
    const list = { start: index, end: at + 1, plain: tracedOf(of, Buffer.from(bytes), places), isCut: false }
    const side = PEER.exec(name)?.[1] ?? `${name} ${index}`
    sides.set(side, [...(sides.get(side) ?? []), list])
  }
  return [...sides.values()]
    .map((lists) => ({
      start: (lists[0] as ByteList).start,
      end: (lists.at(-1) as ByteList).end,
      plain: concat(lists.map(({ plain }) => plain)),
      isCut: false,
    }))
    .filter(({ plain }) => plain.bytes.length >= BYTES_MIN)
}

function buffersIn(of: Traced, view: string): ByteList[] {
  return [...view.matchAll(BUFFER)].flatMap(({ index, 0: whole, 1: digits = '' }) => {
    const bytes = Buffer.from(digits.replaceAll(' ', ''), 'hex')
    const isCut = whole.length > digits.length + '<Buffer>'.length
    if (bytes.length < BYTES_MIN && !isCut) return []
    const first = index + '<Buffer '.length
    const plain = { bytes, isExact: of.isExact, origin: (at: number) => of.origin(first + at * 3) }
    return [{ start: index, end: index + whole.length, plain, isCut }]
  })
}

const tracedOf = ({ isExact, origin }: Traced, bytes: Buffer, places: readonly number[]): Traced => ({
  bytes,
  isExact,
  origin: (at) => origin(places[Math.min(at, places.length - 1)] as number),
})

/** The last tag that the shown bytes begin, without its prefix. */
const LAST_TAG = /<(?:[\w.-]{1,40}:)?([\w.-]{0,60})[^<]{0,200}$/

/** Whether the first bytes of something are perhaps those of a notification: they end before its name does, or within an envelope. */
export function beginsMessage(bytes: Buffer, marker: string): boolean {
  const text = bytes.toString('latin1')
  if (!/^\s{0,9}</.test(text)) return text.includes(marker)
  const name = LAST_TAG.exec(text)?.[1] ?? ''
  return text.includes(marker) || marker.startsWith(name) || 'Envelope'.startsWith(name) || /:?Envelope[\s>]/.test(text)
}
