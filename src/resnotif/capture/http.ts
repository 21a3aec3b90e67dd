import { cutOut, lineEnd, type Traced } from './bytes/index.js'

/** A message of HTTP in a capture: its head, and where its body stands. */
export interface HttpMessage {
  /** `request POST /pms` or `response 200`. */
  name: string
  isRequest: boolean
  headers: ReadonlyMap<string, string>
  bodyStart: number
  bodyEnd: number
  /** The body is as long as its head says. */
  isWhole: boolean
}

const REQUEST = /^([A-Z]{3,10}) (\S{1,4000}) HTTP\/\d(?:\.\d)?\r?$/
const RESPONSE = /^HTTP\/\d(?:\.\d)? (\d{3})(?: [^\r\n]{0,200})?\r?$/
const HEADER = /^([A-Za-z\d!#$%&'*+.^_`|~-]{1,100}):[ \t]*/
const LINE_MAX = 8_000
const HEADERS_MAX = 300

/** Whether a view begins with a message of HTTP. */
export const beginsWithHttp = (view: string): boolean => headAt(view, 0) !== undefined

/** Where the body of a message ends that others follow, though no message of HTTP; undefined where that cannot be told. */
export type EndOfBody = (headers: ReadonlyMap<string, string>, start: number, limit: number) => number | undefined

/** Where messages of HTTP begin; each at the beginning of a line. */
export function* httpMessages(view: string, endOf?: EndOfBody): Generator<HttpMessage & { start: number }> {
  let next = nextHead(view, 0)
  while (next !== undefined) {
    const { start, head } = next
    const { headers, end } = readHeaders(view, lineEnd(view, start) + 1)
    const length = Number(headers.get('content-length') ?? Number.NaN)
    next = nextBehind(view, end, length)
    const limit = next?.start ?? view.length
    // A dump whose line ends were changed has another length: then the body goes on to the next message.
    const told = end + length
    const isTold = Number.isSafeInteger(length) && told <= limit && view.slice(told, limit).trim() === ''
    const own = isTold ? told : endOf?.(headers, end, limit)
    yield { ...head, headers, start, bodyStart: end, bodyEnd: own ?? limit, isWhole: isTold || own === told }
  }
}

/** Where all bytes were recorded, what follows a body begins right behind it, in the middle of a line; carriage returns may have been left out. */
function nextBehind(view: string, end: number, length: number): Head | undefined {
  const told = Number.isSafeInteger(length) ? end + length : end
  const exact = told > end ? headAt(view, told) : undefined
  if (exact !== undefined) return { start: told, head: exact }
  const next = nextHead(view, end)
  const limit = Math.min(told, next?.start ?? view.length)
  const breaks = view.slice(end, limit).split('\n').length - 1
  for (let start = told - breaks; start < limit; start++) {
    const head = /[A-Z]/.test(view[start] as string) ? headAt(view, start) : undefined
    if (head !== undefined) return { start, head }
  }
  return next
}

function headAt(view: string, start: number): Pick<HttpMessage, 'name' | 'isRequest'> | undefined {
  const line = view.slice(start, Math.min(lineEnd(view, start), start + LINE_MAX))
  const [, method, target] = REQUEST.exec(line) ?? []
  // What follows a ? may hold a secret.
  if (method !== undefined)
    return { name: `request ${method} ${(target as string).split(/[?#]/, 1)[0]?.slice(0, 80) ?? ''}`, isRequest: true }
  const [, status] = RESPONSE.exec(line) ?? []
  return status === undefined ? undefined : { name: `response ${status}`, isRequest: false }
}

/** Headers of any message: what stands behind words of others is one only with such a header below. */
const USUAL =
  /^(?:accept|authorization|cache-control|connection|content-|date|expect|host|server|soapaction|transfer-encoding|user-agent|via|x-)[\w-]{0,60}:/i
const METHOD = /^[A-Z]{3,10}$/

interface Head {
  start: number
  head: Pick<HttpMessage, 'name' | 'isRequest'>
}

/** The next message that begins at the beginning of a line, or behind what a program writes before it on its line. */
function nextHead(view: string, from: number): Head | undefined {
  for (let at = view.indexOf('HTTP/', from); at >= 0; at = view.indexOf('HTTP/', at + 5)) {
    const floor = Math.max(from, at - LINE_MAX)
    const before = view.slice(floor, at)
    const feed = before.lastIndexOf('\n')
    if (feed < 0 && floor > from) continue
    const line = floor + feed + 1
    const head = headAt(view, line)
    if (head !== undefined) return { start: line, head }
    const start = behindWords(view, line, at)
    const own = start === undefined ? undefined : headAt(view, start)
    if (start !== undefined && own !== undefined) return { start, head: own }
  }
  return undefined
}

/** Where a head may begin on a line that begins with other words, whose version stands at `at`. */
function behindWords(view: string, line: number, at: number): number | undefined {
  const below = lineEnd(view, at) + 1
  if (!USUAL.test(view.slice(below, below + 100))) return undefined
  const words = view.slice(line, at).split(' ')
  if (words.pop() !== '') return undefined
  const target = words.pop() ?? ''
  const method = words.at(-1) ?? ''
  return METHOD.test(method) ? at - target.length - method.length - 2 : at
}

/** Whether a message of HTTP begins somewhere in a view. */
export const hasHttp = (view: string): boolean => view.includes('HTTP/') && nextHead(view, 0) !== undefined

/** Headers from a line on, and where what follows the blank line begins. */
export function readHeaders(view: string, from: number): { headers: Map<string, string>; end: number } {
  const headers = new Map<string, string>()
  let last: string | undefined
  for (let at = from, count = 0; at <= view.length && count < HEADERS_MAX; count++) {
    const end = lineEnd(view, at)
    const line = view.slice(at, Math.min(end, at + LINE_MAX)).replace(/\r$/, '')
    if (line === '') return { headers, end: Math.min(view.length, end + 1) }
    const [whole, name] = HEADER.exec(line) ?? []
    if (name !== undefined) headers.set((last = name.toLowerCase()), line.slice((whole as string).length).trimEnd())
    else if (last !== undefined && /^[ \t]/.test(line)) headers.set(last, `${headers.get(last) ?? ''} ${line.trim()}`)
    else return { headers, end: at }
    at = end + 1
  }
  return { headers, end: view.length }
}

export const bodyOf = (of: Traced, { bodyStart, bodyEnd }: HttpMessage): Traced => cutOut(of, bodyStart, bodyEnd)
