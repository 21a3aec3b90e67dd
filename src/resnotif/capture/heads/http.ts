import { hideAddress } from '../../address/index.js'
import { cutOut, lineEnd, type Traced } from '../bytes/index.js'
import { headlessIn } from './headless.js'
import { lengthIn } from './told.js'

/** A message of HTTP in a capture: its head, and where its body stands. */
export interface HttpMessage {
  /** `request POST /pms` or `response 200`. */
  name: string
  isRequest: boolean
  headers: ReadonlyMap<string, string>
  /** Where its head ends; an answer that lets it go on may stand between it and the body. */
  headEnd: number
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
export type EndOfBody = (
  head: Pick<HttpMessage, 'headers' | 'isRequest'>,
  start: number,
  limit: number,
) => number | undefined

/** Where messages of HTTP begin; each at the beginning of a line. */
export function* httpMessages(view: string, endOf?: EndOfBody): Generator<HttpMessage & { start: number }> {
  let next = nextHead(view, 0)
  while (next !== undefined) {
    const { start, head, headersAt = lineEnd(view, start) + 1 } = next
    const { headers, end: headEnd } = readHeaders(view, headersAt)
    const end = head.isRequest ? behindInterim(view, headEnd) : headEnd
    const length = lengthIn(headers)
    next = nextBehind(view, end, length)
    const limit = next?.start ?? view.length
    // A dump whose line ends were changed has another length: then the body goes on to the next message.
    const told = end + length
    const isTold = Number.isSafeInteger(length) && told <= limit && view.slice(told, limit).trim() === ''
    const own = isTold ? told : endOf?.({ ...head, headers }, end, limit)
    yield { ...head, headers, start, headEnd, bodyStart: end, bodyEnd: own ?? limit, isWhole: isTold || own === told }
  }
}

/** `100 Continue` and the like: more follows of the same exchange. Behind `101` another protocol begins. */
const INTERIM = /^response 1(?!01)/
const INTERIM_MAX = 9

/** Where the body of a request begins that a client sent after interim answers to its head; where the head ends if no body stands behind them. */
function behindInterim(view: string, headEnd: number): number {
  let at = headEnd
  for (let count = 0; count < INTERIM_MAX; count++) {
    const head = headAt(view, at)
    if (head === undefined) return /^\s{0,200}$/.test(view.slice(at, at + 201)) ? headEnd : at
    if (!INTERIM.test(head.name)) break
    at = readHeaders(view, lineEnd(view, at) + 1).end
  }
  return headEnd
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

/** A path in the name of a request: without what follows a ?, and without secrets, which can be known only as long as they are whole. */
export const shownPath = (target: string): string =>
  hideAddress((target.split(/[?#]/, 1)[0] ?? '').replace(/^([a-z]{1,10}:\/\/)[^/@]{0,400}@/i, '$1***@')).slice(0, 80)

function headAt(view: string, start: number): Pick<HttpMessage, 'name' | 'isRequest'> | undefined {
  const line = view.slice(start, Math.min(lineEnd(view, start), start + LINE_MAX))
  const [, method, target] = REQUEST.exec(line) ?? []
  if (method !== undefined) return { name: `request ${method} ${shownPath(target as string)}`, isRequest: true }
  const [, status] = RESPONSE.exec(line) ?? []
  return status === undefined ? undefined : { name: `response ${status}`, isRequest: false }
}

/** Headers of any message: what stands behind words of others is one only with such a header below. */
const USUAL =
  /^(?:accept|authorization|cache-control|connection|content-|date|expect|host|server|soapaction|transfer-encoding|user-agent|via|x-)[\w-]{0,60}:/i
const METHOD = /^[A-Z]{3,10}$/
/** Of a version, or a version with its status. */
const STATUS_MAX = 220

interface Head {
  start: number
  head: Pick<HttpMessage, 'name' | 'isRequest'>
  /** Where its headers begin, if that is not the next line. */
  headersAt?: number
}

/** Which of the two it is was in its first line. */
const HEADLESS = { name: 'message without its first line', isRequest: false }

/** The next message, also one whose first line is lost. */
function nextHead(view: string, from: number): Head | undefined {
  const next = nextFirstLine(view, from)
  const headless = headlessIn(view, from, next?.start ?? view.length)
  return headless === undefined ? next : { start: headless.start, head: HEADLESS, headersAt: headless.start }
}

/** The next message that begins at the beginning of a line, or behind what a program writes before it on its line. */
function nextFirstLine(view: string, from: number): Head | undefined {
  let [line, seen, tried] = [from, from, -1]
  for (let at = view.indexOf('HTTP/', from); at >= 0; at = view.indexOf('HTTP/', at + 5)) {
    const feed = view.slice(seen, at).lastIndexOf('\n')
    if (feed >= 0) line = seen + feed + 1
    seen = at
    if (at - line > LINE_MAX) continue
    const head = tried === line ? undefined : headAt(view, line)
    if (head !== undefined) return { start: line, head }
    tried = line
    const start = behindWords(view, line, at)
    const own = start === undefined ? undefined : headAt(view, start)
    if (start !== undefined && own !== undefined) return { start, head: own }
  }
  return undefined
}

/** Where a head may begin on a line that begins with other words, whose version stands at `at`. */
function behindWords(view: string, line: number, at: number): number | undefined {
  const end = lineEnd(view, at)
  if (end - at > STATUS_MAX || view[at - 1] !== ' ' || !USUAL.test(view.slice(end + 1, end + 101))) return undefined
  const words = view.slice(line, at - 1)
  const target = words.lastIndexOf(' ')
  const method = target < 0 ? -1 : words.lastIndexOf(' ', target - 1)
  return METHOD.test(words.slice(method + 1, Math.max(0, target))) ? line + method + 1 : at
}

/** Whether a message of HTTP begins somewhere in a view. */
export const hasHttp = (view: string): boolean => nextHead(view, 0) !== undefined

/** Headers from a line on, and where what follows the blank line begins. */
export function readHeaders(view: string, from: number): { headers: Map<string, string>; end: number } {
  const headers = new Map<string, string>()
  let last: string | undefined
  for (let at = from, count = 0; at <= view.length && count < HEADERS_MAX; count++) {
    const end = lineEnd(view, at)
    const line = view.slice(at, Math.min(end, at + LINE_MAX)).replace(/\r$/, '')
    if (line === '') return { headers, end: Math.min(view.length, end + 1) }
    const [whole, name] = HEADER.exec(line) ?? []
    if (name !== undefined) {
      last = name.toLowerCase()
      const value = line.slice((whole as string).length).trimEnd()
      const before = last === 'content-length' ? headers.get(last) : undefined
      headers.set(last, before === undefined ? value : `${before}, ${value}`)
    } else if (last !== undefined && /^[ \t]/.test(line)) headers.set(last, `${headers.get(last) ?? ''} ${line.trim()}`)
    else return { headers, end: at }
    at = end + 1
  }
  return { headers, end: view.length }
}

export const bodyOf = (of: Traced, { bodyStart, bodyEnd }: HttpMessage): Traced => cutOut(of, bodyStart, bodyEnd)
