import { cutOut, narrowed, type Traced, type Wide } from './bytes/index.js'
import type { PartOpener } from './exchange.js'
import { nameOf } from './kinds.js'
import { wideRuns } from './outer/index.js'
import { type Context, rewritten } from './parts.js'
import { WIDE_MARKER } from './words/index.js'

/** Opens what is in UTF-16, which may be several texts at odd distances. */
export function openWide(opener: PartOpener, part: Traced, wide: Wide, context: Context): void {
  const { found } = opener
  const runs = wideRuns(part.bytes, wide)
  if (runs.length > 1) {
    const inner = { ...context, depth: context.depth + 1 }
    return runs.forEach(({ start, end }) => opener.open(cutOut(part, start, end), inner))
  }
  const text = narrowed(part, wide)
  if (text !== undefined) return opener.open(text, rewritten(context, part, text))
  const view = part.bytes.toString('latin1')
  if (view.includes(WIDE_MARKER)) found.fail(part, 0, 'a text in UTF-16 that is cut or damaged')
  else if (context.wrapping.length > 0) found.other(part, 0, nameOf(view, context.wrapping.at(-1)))
}
