/** A pack among other bytes that is not opened there. */
export interface ForeignPack {
  at: number
  what: string
}

const CHANGED =
  'a zip archive in the middle of other bytes, which is cut or was changed by what wrote it down: take it from where it came from'
const TAKE_OUT = 'which is not opened here: take it out and unpack it first'
const inOthers = (kind: string): string => `something packed as ${kind} in the middle of other bytes, ${TAKE_OUT}`

/** First bytes of packs, and whether what stands behind them is theirs, which no text has by chance. */
interface Magic {
  bytes: string
  what: string
  isBegun?: (code: (behind: number) => number) => boolean
}

/** Methods of zip: stored, deflate and what else is in use. */
const METHODS: ReadonlySet<number> = new Set([0, 8, 9, 12, 14, 93, 98, 99])

const FOREIGN: readonly Magic[] = [
  {
    bytes: 'PK\u0003\u0004',
    what: CHANGED,
    // Version, flags and method, of two bytes each.
    isBegun: (code) => code(0) < 64 && code(1) === 0 && (code(3) & 0xf7) === 0 && METHODS.has(code(4)) && code(5) === 0,
  },
  { bytes: "7z\u00bc\u00af'\u001c\0", what: inOthers('7z') },
  { bytes: '\u00fd7zXZ\0\0', what: inOthers('xz') },
  {
    bytes: 'BZh',
    what: inOthers('bzip2'),
    isBegun: (code) => code(1) === 0x31 && code(2) === 0x41 && code(3) === 0x59,
  },
  { bytes: '(\u00b5/\u00fd', what: inOthers('zstd'), isBegun: (code) => (code(0) & 0x18) === 0 },
  { bytes: 'Rar!\u001a\u0007', what: inOthers('rar'), isBegun: (code) => code(0) < 2 },
  {
    bytes: '\u0004"M\u0018',
    what: inOthers('lz4'),
    isBegun: (code) => (code(0) & 0xc0) === 0x40 && (code(1) & 0x8f) === 0,
  },
]

/** Looked for behind a place that something was found at. */
const LOOKS_MAX = 10_000

/** The first pack of each kind among other bytes, outside of what was found. */
export function foreignPacksIn(view: string, isFound: (at: number) => boolean): ForeignPack[] {
  return FOREIGN.flatMap(({ bytes, what, isBegun = () => true }) => {
    let looks = 0
    for (let at = view.indexOf(bytes); at >= 0 && looks < LOOKS_MAX; at = view.indexOf(bytes, at + 1)) {
      const from = at + bytes.length
      if (!isBegun((behind) => view.charCodeAt(from + behind))) continue
      if (!isFound(at)) return [{ at, what }]
      looks++
    }
    return []
  })
}
