import type { Traced } from './bytes/index.js'
import type { Collected } from './collected.js'
import type { Context } from './parts.js'
import { beginsWithHttp } from './heads/index.js'
import { fragmentsIn, MARKER } from './logs/index.js'
import { NO_BEGINNING, pieceIn } from './whole.js'
import { isOfAnswer, type Recording, type Trace } from './wire/index.js'

/** Opens what a tool recorded of connections, of each direction in its order, and tells what is missing of it. */
export function openFlows(
  { traces, of, spans }: Recording,
  context: Context,
  found: Collected,
  open: (stream: Traced, context: Context) => void,
): void {
  found.isTrace(of, spans)
  for (const trace of traces) openTrace(trace, context, found, open)
}

function openTrace(
  { name, flows }: Trace,
  context: Context,
  found: Collected,
  open: (stream: Traced, context: Context) => void,
): void {
  const lost = `${name} of which not all bytes were captured`
  // One dump is a file; several may be pieces of one.
  const end = name === 'hex dump' && flows.length === 1 ? undefined : 'a message whose end was perhaps not captured'
  const wrapping = [...context.wrapping, name]
  const told = new Set<string>()
  for (const flow of flows) {
    const { stream, way, gap, isPart = false, unreadable, isDotted, isText = context.isText, isRepeated = false } = flow
    // Nothing of it was captured.
    if (stream.bytes.length === 0 && gap !== undefined) continue
    const why = flow.apart ?? lost
    if (flow.apart !== undefined && told.has(way)) {
      if (goesOn(stream)) {
        found.cover(stream, 0, stream.bytes.length, true)
        continue
      }
      told.delete(way)
    }
    const [before, unread] = [found.count, found.unreadCount]
    if (unreadable !== undefined) found.fail(stream, 0, unreadable)
    else {
      const isWhole = gap === undefined && !isPart
      const inner = { ...context, wrapping, cut: isWhole ? end : why, isDotted, isText }
      if (isRepeated) found.repeated(() => open(stream, inner))
      else open(stream, inner)
      if (found.count === before) tellPiece(found, stream, gap === undefined ? NO_BEGINNING : why, flow.apart)
    }
    if (found.count === before && name === 'hex dump') found.isIdle(stream)
    if (found.unreadCount > unread) told.add(way)
  }
  // Nobody knows what a gap held, unless it is one of an answer.
  for (const flow of flows)
    if (flow.gap === 'before' && !told.has(flow.way) && !isOfAnswer(flow, flows)) {
      told.add(flow.way)
      found.fail(flow.stream, 0, lost)
    }
}

/** Whether a packet may be more of what was told of one before it. */
function goesOn({ bytes }: Traced): boolean {
  const view = bytes.toString('latin1')
  return !beginsWithHttp(view) && !STARTS.test(view)
}

/** Its name, other than in an end tag. */
const STARTS = new RegExp(`(?<!/(?:[\\w.-]{1,40}:)?)${MARKER}`)

/** Tells what no message was found in, and shows a piece of one. @param whole why of any piece, where that is known */
export function tellPiece(found: Collected, part: Traced, why: string, whole?: string): void {
  const view = part.bytes.toString('latin1')
  const at = pieceIn(view)
  if (at !== undefined) return found.fail(part, at, why)
  const fragments = fragmentsIn(view, [])
  const told = whole === undefined ? fragments : fragments.slice(0, 1)
  for (const fragment of told) found.fail(part, fragment.at, whole ?? fragment.what)
}
