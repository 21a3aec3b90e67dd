import { concat, cutOut, decodeBase64, lineEnd, type Traced } from '../bytes/index.js'
import type { Flow } from './flow.js'
import type { Span } from './spans.js'

/** What tshark writes above a connection that it followed (`-z follow,tcp,ascii`). */
const HEAD =
  /^={20,100}\r?\nFollow: \w{2,8},(ascii|utf-8)\r?\nFilter: [^\n]{0,400}\nNode 0: [^\n]{0,200}\nNode 1: [^\n]{0,200}\n/gm
/** How many bytes follow; what the second node sent is further in. */
const COUNT = /(\t?)(\d{1,9})\r?\n/y
const FOOT = /={20,100}(?:\r?\n|$)/y
/** How YAML of the same begins (`-z follow,tcp,yaml`). */
const PEERS = /^peers:\r?\n(?:[ \t]{1,8}[^\n]{0,200}\n){1,12}packets:\r?\n/gm
const PACKET =
  /[ \t]{1,8}- packet: \d{1,9}\r?\n[ \t]{1,8}peer: (\d)\r?\n(?:[ \t]{1,8}(?!data:)\w{1,20}: [^\n]{0,100}\n){0,4}[ \t]{1,8}data: !!binary \|\r?\n/y
const BASE64 = /[ \t]{1,12}[A-Za-z\d+/]{1,200}={0,2}\r?(?:\n|$)/y
/** What stands for bytes that were not captured. */
const LOST = /^\[\d{1,9} bytes missing in capture file\]/

interface Piece {
  way: string
  bytes: Traced
}

interface Followed {
  pieces: Piece[]
  span: Span
  isDotted: boolean
}

/** What each side of the connections sent that tshark followed, where its counts of bytes add up; undefined where none is there. */
export function followedFlows(of: Traced, view: string): { flows: Flow[]; spans: Span[] } | undefined {
  if (!view.includes('Follow: ') && !view.includes('peers:')) return undefined
  const found = [...countedIn(of, view), ...packetsIn(of, view)]
  if (found.length === 0) return undefined
  const flows = found.flatMap(({ pieces, isDotted }, at) =>
    ['0', '1'].flatMap((way) =>
      flowsOf(
        pieces.filter((piece) => piece.way === way),
        { way: `${at} ${way}`, isDotted },
      ),
    ),
  )
  return { flows, spans: found.map(({ span }) => span).toSorted((a, b) => a.start - b.start) }
}

/** One flow, or one on either side of what was lost. */
function flowsOf(pieces: readonly Piece[], { way, isDotted }: Pick<Flow, 'way' | 'isDotted'>): Flow[] {
  const runs: Traced[][] = [[]]
  for (const { bytes } of pieces)
    if (LOST.test(bytes.bytes.toString('latin1', 0, 60))) runs.push([])
    else runs.at(-1)?.push(bytes)
  return runs.flatMap((run, at): Flow[] => {
    const gap = at > 0 ? 'before' : runs.length > 1 ? 'behind' : undefined
    return run.length === 0 ? [] : [{ stream: concat(run), way, isDotted, ...(gap !== undefined && { gap }) }]
  })
}

/** Pieces with a line that counts their bytes before each. */
function countedIn(of: Traced, view: string): Followed[] {
  const found: Followed[] = []
  for (const { index, 0: head, 1: form } of view.matchAll(HEAD)) {
    const pieces: Piece[] = []
    let at = index + head.length
    for (;;) {
      COUNT.lastIndex = at
      const count = COUNT.exec(view)
      if (count === null) break
      const end = COUNT.lastIndex + Number(count[2])
      if (view[end] !== '\n' && !(view[end] === '\r' && view[end + 1] === '\n')) break
      pieces.push({ way: count[1] === '' ? '0' : '1', bytes: cutOut(of, COUNT.lastIndex, end) })
      at = lineEnd(view, end) + 1
    }
    FOOT.lastIndex = at
    if (pieces.length === 0 || !FOOT.test(view)) continue
    found.push({ pieces, span: { start: index, end: FOOT.lastIndex }, isDotted: form === 'ascii' })
  }
  return found
}

/** Pieces in base64, each with the side that sent it. */
function packetsIn(of: Traced, view: string): Followed[] {
  const found: Followed[] = []
  for (const { index, 0: head } of view.matchAll(PEERS)) {
    const pieces: Piece[] = []
    let at = index + head.length
    for (;;) {
      PACKET.lastIndex = at
      const peer = PACKET.exec(view)?.[1]
      if (peer === undefined) break
      const start = PACKET.lastIndex
      let end = start
      for (BASE64.lastIndex = end; BASE64.test(view); BASE64.lastIndex = end) end = BASE64.lastIndex
      const bytes = decodeBase64(cutOut(of, start, end))
      if (bytes === undefined) break
      pieces.push({ way: peer, bytes })
      at = end
    }
    if (pieces.length > 0) found.push({ pieces, span: { start: index, end: at }, isDotted: false })
  }
  return found
}
