import { goesOn, isMention } from '../words/index.js'

const PREFIX_BEFORE = /<(\/?)(?:[\w.-]{1,40}:)?$/
/** How far before its element a message may begin: headers of envelopes hold certificates. */
const HEAD_MAX = 256_000

/** Whether the name at a place is that of a start tag, an end tag, or no tag that stands plainly. */
export function tagAt(view: string, floor: number, at: number): 'start' | 'end' | undefined {
  const slash = PREFIX_BEFORE.exec(view.slice(Math.max(floor, at - 50), at))?.[1]
  return slash === undefined ? undefined : slash === '' ? 'start' : 'end'
}

/** The last opening tag of an envelope between two places that is not closed there, and of which a line does more than speak. */
export function envelopeBefore(view: string, floor: number, at: number): number | undefined {
  const head = Math.max(floor, at - HEAD_MAX)
  const before = view.slice(head, at)
  for (let from = before.length, looks = 0; looks < 50; looks++) {
    const found = from < 0 ? -1 : before.lastIndexOf('Envelope', from)
    if (found < 0) return undefined
    const tag = tagAt(view, head, head + found)
    if (tag === 'end') return undefined
    if (tag === 'start' && !isMention(view, head + found, 'Envelope')) return view.lastIndexOf('<', head + found)
    from = found - 1
  }
  return undefined
}

/** The head of syslog, `<13>`, is no tag. */
const NEXT_TAG = /<(?:!--|([A-Za-z_][\w.-]{0,40}:)?([A-Za-z_][\w.-]{0,60}))/
const BODY = /<(?:[\w.-]{1,40}:)?Body(?![\w.-])[^<>]{0,2000}>/g

/** Whether what stands between the tag of an envelope that nothing closes and a message is of the log: the message is not in it. */
export function isBeside(view: string, envelope: number, start: number): boolean {
  const between = view.slice(envelope, start)
  if (/<\?xml[ \t\r\n]/.test(between)) return true
  const own = between.indexOf('>')
  const [tag, , name] = NEXT_TAG.exec(between.slice(own + 1)) ?? []
  if (tag === undefined) return true
  if (tag !== '<!--' && name !== 'Header' && name !== 'Body') return true
  const body = [...between.matchAll(BODY)].at(-1)
  if (body === undefined) return false
  const inside = between.slice(body.index + body[0].length)
  const section = inside.lastIndexOf(CDATA)
  // A section that is cut, with lines of others behind it.
  if (
    section >= 0 &&
    !inside.includes(']]>', section) &&
    inside
      .slice(section + CDATA.length)
      .trimStart()
      .includes('\n')
  )
    return true
  const lines = inside.split('\n')
  return lines.length > 1 && !goesOn(lineBefore(view, envelope), HEAD.exec(lines.at(-1) ?? '')?.[0] ?? '')
}

const CDATA = '<![CDATA['
const LINE_MAX = 2_000
/** What stands before the first tag of a line. */
const HEAD = /^(?:[^<]|<(?=\d)){0,2000}/

function lineBefore(view: string, at: number): string {
  const before = view.slice(Math.max(0, at - LINE_MAX), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}
