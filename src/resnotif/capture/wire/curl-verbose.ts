import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { isEnd } from './spans.js'

/** What `--trace-time` and `--trace-ids` put before each note, as before each block of a trace. */
export const STAMP = String.raw`(?:\d\d:\d\d:\d\d\.\d{6} )?(?:\[(?:\d{1,9}|x)-(?:\d{1,9}|x)\] )?`
const AMOUNT = String.raw` {1,9}[\d.]{1,9}[kMGTP]?`
/** The last figure ends where the time before a note begins. */
const METER = String.raw`\r {0,2}\d{1,3}${AMOUNT}(?: {1,9}\d{1,3}${AMOUNT}){2}(?:${AMOUNT}){2} (?:[-\d:dh]{6,8} {1,9}){3}[\d.]{1,9}?[kMGTP]?(?![\d.kMGTP](?!\d:\d\d:\d\d\.\d{6} ))\n?`
const METERS = new RegExp(METER, 'g')
/** What curl writes beside a body, wherever the part of it ended that was written before: in the middle of a line as well. */
const NOTE = new RegExp(
  String.raw`${STAMP}(?:\* [A-Z][^\n]{0,400}|[{}] \[\d{1,9} bytes data\]\r?)(?:\n|$)|${METER}`,
  'g',
)
const METER_HEAD = '  % Total    % Received'
const ANSWER = new RegExp(String.raw`^${STAMP}< HTTP/\d`)
const ANSWERS = new RegExp(ANSWER.source, 'm')
/** What follows an answer: the next exchange, a request of another capture, a line of a log. */
const NEXT = new RegExp(
  String.raw`^(?:${STAMP}(?:> [A-Z]{3,10} \S|< HTTP/\d)|[A-Z]{3,10} \S{1,2000} HTTP/\d|\W{0,3}\d{4}-\d\d-\d\d[T ]\d\d|(?!${STAMP}[*<>{}] )\d\d:\d\d(?::\d\d| ))`,
  'gm',
)
const LENGTH = new RegExp(String.raw`^${STAMP}< content-length: *(\d{1,12})\r?$`, 'i')
const PACKED = new RegExp(String.raw`^${STAMP}< content-encoding: *(?!identity)`, 'i')
const HEAD_ENDS = new RegExp(String.raw`^${STAMP}< ?\r?$`)
/** What may follow the last byte of a body. */
const BEHIND = new RegExp(String.raw`^(?:$|\s{0,4}${STAMP}(?:\* |[{}] \[|> |< |$))`)

/** Whether a view holds what `curl -v` writes with its notes and the body in one file. */
export const hasCurlNotes = (view: string): boolean => view.includes('< HTTP/') && ANSWERS.test(view)

/** Whether a view is a document with curl's meter in the middle of it, and nothing that tells its length. */
export const isMetered = (view: string): boolean =>
  view.startsWith(METER_HEAD) &&
  !isClear(
    view,
    [...view.matchAll(METERS)].map(({ index }) => ({ at: index })),
  )

/** What curl wrote down, and where a body stands that cannot be told from curl's own words. */
export interface Untangled {
  plain: Traced
  tangled: { start: number; end: number }[]
  /** Bodies as they went over the line, packed. */
  packed: { start: number; end: number }[]
}

/** The output of `curl -v` without the notes that stand in the middle of a body. What tells them from it is its length. */
export function withoutCurlNotes(of: Traced, view: string): Untangled {
  const rewriting = new Rewriting(of)
  const [tangled, packed]: [Untangled['tangled'], Untangled['packed']] = [[], []]
  let from = 0
  for (const body of bodiesOf(view)) {
    rewriting.keep(from, body.start)
    const bare = body.isPacked ? view.slice(body.start, body.end).replaceAll(NOTE, '').trimStart() : ''
    // curl unpacks what --compressed asked for.
    if (bare !== '' && !/^[<{[]/.test(bare)) {
      packed.push(body)
      from = body.end
      continue
    }
    const parts = partsOf(view, body)
    if (parts === undefined) tangled.push(body)
    else for (const { start, end } of parts) rewriting.keep(start, end)
    from = parts?.at(-1)?.end ?? body.end
  }
  rewriting.keep(from, view.length)
  return { plain: rewriting.end(), tangled, packed }
}

interface Body {
  start: number
  end: number
  length?: number
  isPacked: boolean
}

/** What stands behind the head of each answer, as far as the next request. */
function* bodiesOf(view: string): Generator<Body> {
  let [isHead, isPacked] = [false, false]
  let length: number | undefined
  for (let at = 0; at < view.length;) {
    const end = lineEnd(view, at) + 1
    const line = view.slice(at, Math.min(end - 1, at + 400))
    if (ANSWER.test(line)) [isHead, isPacked, length] = [true, false, undefined]
    const told = isHead ? LENGTH.exec(line)?.[1] : undefined
    if (told !== undefined) length = Number(told)
    if (isHead && PACKED.test(line)) isPacked = true
    at = end
    if (!isHead || !HEAD_ENDS.test(line)) continue
    isHead = false
    NEXT.lastIndex = end
    const stop = NEXT.exec(view)?.index ?? view.length
    yield { start: end, end: stop, isPacked, ...(length === undefined || isPacked ? {} : { length }) }
    at = stop
  }
}

/** The stretches of a body that its length tells; all of it where no note stands in it; undefined where that cannot be told. */
function partsOf(view: string, { start, end, length }: Body): { start: number; end: number }[] | undefined {
  const text = view.slice(start, end)
  const notes = [...text.matchAll(NOTE)].map((match) => ({ at: match.index, end: match.index + match[0].length }))
  if (length === undefined) return isClear(text, notes) ? [{ start, end }] : undefined
  const parts: { start: number; end: number }[] = []
  let [from, left] = [0, length]
  for (const note of notes) {
    if (note.at - from >= left) break
    parts.push({ start: start + from, end: start + note.at })
    left -= note.at - from
    from = note.end
  }
  const last = from + left
  const isWhole = last <= text.length && (BEHIND.test(text.slice(last, last + 200)) || isEnd(text, last))
  if (isWhole) return [...parts, { start: start + from, end: start + last }]
  return isClear(text, notes) ? [{ start, end }] : undefined
}

/** Whether notes stand only before the document or behind it. */
function isClear(text: string, notes: readonly { at: number }[]): boolean {
  const [first, last] = [text.indexOf('<'), text.lastIndexOf('>')]
  return notes.every(({ at }) => at < first || at > last)
}
