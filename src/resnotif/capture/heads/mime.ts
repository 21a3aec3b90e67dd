import { lineEnd } from '../bytes/index.js'
import { readHeaders } from './http.js'

export interface MimePart {
  headers: ReadonlyMap<string, string>
  start: number
  end: number
}

const BOUNDARY = /;[ \t]*boundary=(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i

export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = BOUNDARY.exec(contentType.slice(0, 2_000)) ?? []
  return quoted ?? plain
}

/** The boundary of a body that begins with one, and has a header behind it. */
export function openingBoundary(view: string): string | undefined {
  const [, boundary] = /^(?:\r?\n){0,3}--([^\s"]{1,200})\r?\nContent-[A-Z]/i.exec(view.slice(0, 400)) ?? []
  return boundary
}

const PARTS_MAX = 1_000

/** The parts between lines that begin with the boundary; the last goes on to the end where nothing closes it. */
export function partsOf(view: string, boundary: string): MimePart[] {
  const mark = `--${boundary}`
  const parts: MimePart[] = []
  let at = view.startsWith(mark) ? 0 : nextMark(view, mark, 0)
  while (at !== undefined && parts.length < PARTS_MAX && !view.startsWith('--', at + mark.length)) {
    const { headers, end: start } = readHeaders(view, lineEnd(view, at) + 1)
    const next = nextMark(view, mark, start - 1)
    const end = next === undefined ? view.length : next - (view[next - 2] === '\r' ? 2 : 1)
    parts.push({ headers, start, end: Math.max(start, end) })
    at = next
  }
  return parts
}

/** Where what follows the line that closes a body of several parts begins. */
export function behindParts(view: string, boundary: string): number {
  const close = view.indexOf(`\n--${boundary}--`)
  return close < 0 ? view.length : Math.min(view.length, lineEnd(view, close + 1) + 1)
}

function nextMark(view: string, mark: string, from: number): number | undefined {
  const at = view.indexOf(`\n${mark}`, Math.max(0, from))
  return at < 0 ? undefined : at + 1
}

const MAIL_HEADER = /^(?:\r?\n){0,9}(?:From [^\n]{1,200}\n)?[A-Za-z][A-Za-z\d-]{1,60}:[ \t]/
const MAIL_WITHIN = /^\s*message\/(?:rfc822|global)\b/i

/** A text whose letters are not those of UTF-8. */
const LATIN = /^\s{0,9}text\/plain\b[^\n]{0,200};\s{0,9}charset="?(?:iso-8859-\d{1,2}|windows-125\d)\b/i

/** The headers of a mail or of an attachment that a view begins with, and where its body stands; undefined for anything else. */
export function headOfMail(view: string): MimePart | undefined {
  if (!MAIL_HEADER.test(view.slice(0, 400))) return undefined
  const lead = /^[\r\n]*/.exec(view.slice(0, 400))?.[0].length ?? 0
  const from = view.startsWith('From ', lead) ? lineEnd(view, lead) + 1 : lead
  const { headers, end: start } = readHeaders(view, from)
  const coding = headers.get('content-transfer-encoding')?.trim().toLowerCase()
  const type = headers.get('content-type') ?? ''
  const isHtml = /^\s*text\/html\b/i.test(type) && (headers.has('mime-version') || headers.has('from'))
  const isCoded = coding === 'base64' || coding === 'quoted-printable'
  const isLatin = coding === '8bit' && LATIN.test(type)
  const isMail = isHtml || isLatin || boundaryOf(type) !== undefined || MAIL_WITHIN.test(type) || isCoded
  return isMail ? { headers, start, end: view.length } : undefined
}

/** The line that each mail of a mailbox begins with (RFC 4155): behind a blank one, or with the date that programs write in it. */
const FIRST_MAIL = /^(?:\r?\n){0,9}(?=From [^\n]{1,200}\n[A-Za-z][A-Za-z\d-]{1,60}:)/
const NEXT_MAIL =
  /\n(?:\r?\n(?=From [^\n]{1,200}\n[A-Za-z][A-Za-z\d-]{1,60}:)|(?=From \S{1,120} {1,3}(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d [^\n]{4,60}\n[A-Za-z][A-Za-z\d-]{1,60}:))/g
/** The same of MMDF. */
const MMDF = `${'\u0001'.repeat(4)}\\r?\\n`
const FIRST_OF_MMDF = new RegExp(`^${MMDF}`)
const NEXT_OF_MMDF = new RegExp(`\\n${MMDF}(?:${MMDF})?`, 'g')

/** Where the mails of a mailbox file stand; none where it is one mail or none. */
export function mailsOfMailbox(view: string): { start: number; end: number }[] {
  const head = view.slice(0, 400)
  const isMmdf = FIRST_OF_MMDF.test(head)
  const first = (isMmdf ? FIRST_OF_MMDF : FIRST_MAIL).exec(head)
  if (first === null) return []
  const gaps = [...view.matchAll(isMmdf ? NEXT_OF_MMDF : NEXT_MAIL)]
  const starts = [first[0].length, ...gaps.map(({ index, 0: gap }) => index + gap.length)]
  const ends = gaps.map(({ index }) => index + 1)
  const mails = starts.map((start, at) => ({ start, end: Math.max(start, ends[at] ?? view.length) }))
  return isMmdf ? mails.filter(({ start, end }) => end > start) : mails.length < 2 ? [] : mails
}
