import type { Traced } from './bytes/index.js'
import type { PartOpener } from './exchange.js'
import { MARKER, WIDE_MARKER } from './logs/index.js'
import { blocksIn, decodeBlock } from './packs/index.js'
import type { Context } from './parts.js'

/** Whether bytes that were decoded may be a message, or pack one. */
export function isMeant({ bytes }: Traced): boolean {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return true
  return bytes.includes(MARKER) || bytes.includes(WIDE_MARKER, 0, 'latin1') || isPackedHttp(bytes)
}

const HTTP = /^(?:[A-Z]{3,10} \S{1,2000} HTTP\/1|HTTP\/1)/
const CODED = /\ncontent-encoding:/i
const HEAD_MAX = 16_000

/** Whether bytes are a request or an answer with a packed body. */
function isPackedHttp(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, HEAD_MAX)
  return HTTP.test(head) && CODED.test(head)
}

/** Opens the texts in base64 that stand in another text, where they hold or pack a message. */
export function openBlocks(opener: PartOpener, part: Traced, view: string, context: Context): void {
  const { found } = opener
  for (const block of blocksIn(view)) {
    const plain = decodeBlock(part, view, block)
    if (!isMeant(plain) || found.has({ start: part.origin(block.start), end: part.origin(block.end) })) continue
    const [count, unread] = [found.count, found.unreadCount]
    opener.open(plain, {
      ...context,
      depth: context.depth + 1,
      wrapping: [...context.wrapping, 'base64'],
      isText: false,
      type: undefined,
    })
    if (found.count > count) found.cover(part, block.start, block.end, found.unreadCount > unread)
  }
}

/** Opens what of a file was not looked into: what is packed beside messages that stand as they are. */
export function openLeft(opener: PartOpener, context: Context): void {
  const { file } = opener.found
  openBlocks(opener, file, file.bytes.toString('latin1'), context)
}
