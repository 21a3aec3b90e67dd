import { readXml } from '../../xml/index.js'
import { isAside, isMention } from '../words/index.js'
import { tagAt } from './envelope.js'

const WINDOW = 4_000

/** Where a start tag ends that is the whole of its element. */
export function endOfEmpty(view: string, at: number): number | undefined {
  const tag = /^[^<>]{0,4000}\/>/.exec(view.slice(at, at + WINDOW))?.[0]
  return tag === undefined ? undefined : at + tag.length
}

interface Stretch {
  from: number
  limit: number
  /** Where the document begins. */
  start: number
}

/** An end tag that begins its line and has words behind it: it ends a document, or a sentence begins with it. */
interface DoubtfulEnd {
  at: number
  end: number
}

/** End tags that look as if they were only spoken of, and are tried nevertheless: a text may stand before one. */
const TRIED = 3

/** Where the end tag ends of an element in a document. */
export function closedAt(
  view: string,
  name: string,
  { from, limit, start }: Stretch,
): number | DoubtfulEnd | undefined {
  let tried = 0
  for (let at = view.indexOf(name, from); at >= 0 && at < limit; at = view.indexOf(name, at + name.length)) {
    if (tagAt(view, from, at) !== 'end' || isAside(view, from, at)) continue
    const tag = /^[ \t\r\n]{0,20}>/.exec(view.slice(at + name.length, Math.min(limit, at + name.length + 22)))
    if (tag === null) continue
    const end = at + name.length + tag[0].length
    if (!isMention(view, at, name)) {
      const own = view.lastIndexOf('<', at)
      return beginsSentence(view, own, end) ? { at: own, end } : end
    }
    if (tried++ < TRIED && readXml(view.slice(start, end)).broken === undefined) return end
  }
  return undefined
}

const LINE_MAX = 2_000

const beginsSentence = (view: string, at: number, end: number): boolean =>
  /^[ \t]{0,9}[:,;.)]{0,2}[ \t]{1,9}[A-Za-z]/.test(view.slice(end, end + 20)) &&
  /(?:^|\n)[^<\n]*$/.test(view.slice(Math.max(0, at - LINE_MAX), at))

/** Elements that are open where a document is cut: hardly anything of a message stands right inside of its root, and a sender forgets one end tag and not several. */
const OPEN_MIN = 3

/** Characters of an entity that may be cut. */
const ENTITY = 12

/** Whether a text is a document up to its end, which lies deep inside of it. */
export function isTornAt(text: string): boolean {
  const { broken } = readXml(text)
  // The parser complains where the text ends, or in the line that the end tag stands in: what is cut goes on there.
  if (broken === undefined || broken.offset < Math.min(text.length, text.lastIndexOf('\n')) - ENTITY) return false
  let open = 0
  for (const [, slash, empty] of text.matchAll(/<(\/?)[A-Za-z_][^<>]*?(\/?)>/g))
    if (slash === '/') open--
    else if (empty === '') open++
  return open >= OPEN_MIN
}
