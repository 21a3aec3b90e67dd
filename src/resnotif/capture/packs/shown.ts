/** How packed bodies begin in a text, and what tells where. */
interface ShownPack {
  at: number
  /** Every byte stands there as it was. */
  isRaw: boolean
  /** What stands around it shows that it is a body, and not the first bytes of one in the source of a program. */
  isSure: boolean
}

const RAW = String.raw`(\x1f\x8b\x08[\0-\x1f])`
const SAVED = String.raw`\x1f(?:\u00ef\u00bf\u00bd|\u00c2\u008b)\x08`
const HEX = String.raw`\\{1,4}x1[fF](?:\\{1,4}x8[bB]|\\{1,4}ufffd|\u00ef\u00bf\u00bd)(?:\\{1,4}(?:x08|b)|\x08)`
const UNICODE = String.raw`\\{1,4}u001[fF](?:\\{1,4}u008[bB]|\\{1,4}u[fF]{3}[dD]|\u00ef\u00bf\u00bd|\u00c2\u008b)(?:\\{1,4}(?:u0008|b)|\x08)`
const OCTAL = String.raw`\\{1,4}037\\{1,4}213\\{1,4}(?:010|b)`
const CARETS = String.raw`\^_M-\^K\^H|<1[fF]><8[bB]>`
/** The first bytes of gzip: as they are, saved as text, and in escapes of several languages. */
const MAGIC = new RegExp(`${RAW}|${SAVED}|${HEX}|${UNICODE}|${OCTAL}|${CARETS}`, 'g')
/** A header that says so, in whatever form headers are written. */
const CODED =
  /content-encoding(?:\\{0,4}["'])?[ \t]{0,3}[:=,;>][ \t]{0,3}(?:\d{1,2}:)?(?:\\{0,4}["'])?[\w, -]{0,20}\b(gzip|deflate|br|zstd)\b/gi
/** The rest of the headers, and the beginning of a body that shows what is no letter as a dot. */
const DOTS = /^[^\n]{0,200}\n(?:[^\n]{2,2000}\n){0,60}[ \t]{0,80}[.\r]{0,2}\n[ \t]{0,80}([^\n]{1,60})/
/** How mitmproxy keeps a header. */
const KEPT = /^content-encoding,\d{1,2}:(?!gzip)/i

/** Where packed bodies begin in a text. */
export function shownPacks(view: string): ShownPack[] {
  const packs = [...view.matchAll(MAGIC)].map(({ index: at, 1: raw }) => {
    const isRaw = raw !== undefined
    return { at, isRaw, isSure: isCoded(view, at) || (!isRaw && isLong(view, at)) }
  })
  for (const { index, 0: header, 1: packing = '' } of view.matchAll(CODED)) {
    if (KEPT.test(header)) packs.push({ at: index, isRaw: false, isSure: true })
    const [whole, body] = DOTS.exec(view.slice(index + header.length, index + header.length + 8_000)) ?? []
    if (whole === undefined || body === undefined || !isDotted(body, packing)) continue
    packs.push({ at: index + header.length + whole.length - body.length, isRaw: false, isSure: true })
  }
  return packs
}

/** Headers of one message. */
const HEAD_MAX = 4_000
/** No program has a header of gzip with as many bytes of its own. */
const SIGNS_MIN = 24
const BODY_MAX = 600
/** A byte that is no letter, in any of the forms above. */
const SIGN =
  /\\{1,4}(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[0-3]?[0-7]{1,2}|[abefnrtv])|[^ -~\r\n\t]|\^[@-_?]|M-.|<[\dA-Fa-f]{2}>/g

const isCoded = (view: string, at: number): boolean => NAMED.test(view.slice(Math.max(0, at - HEAD_MAX), at))
const NAMED = /content-encoding/i

/** Whether more than a header of gzip stands in a line, or in as many strings as a program writes one below the other. */
const isLong = (view: string, at: number): boolean =>
  (view.slice(at, at + BODY_MAX).match(SIGN)?.length ?? 0) >= SIGNS_MIN

/** gzip begins with three bytes that are no letters; the others with any. */
const isDotted = (body: string, packing: string): boolean =>
  /gzip/i.test(packing) ? body.startsWith('...') : !/^[<{[]/.test(body) && (body.match(/\./g)?.length ?? 0) > 4
