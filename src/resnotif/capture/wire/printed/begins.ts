import { lineEnd } from '../../bytes/index.js'
import { endsOf } from './ends.js'
import { headsOf, optionBytes, type ToldPacket } from './told.js'

/** Heads of packets have no more bytes than that. */
export const HEADS_MAX = 400

/** Before the packet, its link layer is shown with `-AA`. */
const LINK_BYTES = [0, 14, 16, 20, 4] as const

/** Where what a packet holds may begin, behind its heads. */
export interface Begin {
  begin: number
  /** Bytes of the link layer before it. */
  link: number
}

/** The places where what a packet holds may begin. Where its bytes are those that its line tells, they are counted as they are printed. */
export function beginsOf(
  view: string,
  { start, stop }: { start: number; stop: number },
  told: ToldPacket,
): { begins: Begin[]; isCounted: boolean } {
  const bytes = 20 + optionBytes(told.line)
  const begins: Begin[] = []
  const counted: Begin[] = []
  const first = behindTold(view, start, stop)
  const end = Math.min(stop, first + HEADS_MAX)
  for (let at = first; at < end; at = lineEnd(view, at) + 1)
    for (const link of LINK_BYTES) {
      const isOld = view[at + link] === 'E'
      if (!isOld && view[at + link] !== '`') continue
      begins.push({ begin: at + link + (isOld ? 20 : 40) + bytes, link })
      counted.push(...endsOf(view, at + link, headsOf(told, isOld)).map((begin) => ({ begin, link })))
    }
  const isCounted = counted.length > 0
  return { begins: isCounted ? counted : begins, isCounted }
}

/** Behind the lines that `tcpdump -v` writes before the bytes where it knows what a packet holds. */
function behindTold(view: string, start: number, stop: number): number {
  let at = start
  while (view[at] === '\t' && at < stop) at = lineEnd(view, at) + 1
  return at < stop ? at : start
}
