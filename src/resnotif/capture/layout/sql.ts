import { Rewriting, type Traced } from '../bytes/index.js'
import type { LaidOut } from './laid-out.js'

/** How a database puts line ends back that its dump writes in other characters: `replace('…\n…','\n',char(10))`. */
const CALL = /replace\([ \t]{0,9}'/gi
const PUT_BACK = /[ \t]{0,9},[ \t]{0,9}'((?:[^'\n]|''){1,40})'[ \t]{0,9},[ \t]{0,9}cha?r\((\d{1,3})\)[ \t]{0,9}\)/iy
/** Nothing but a head stands between the call and the element. */
const HEAD_MAX = 64_000

/** Whether a text may hold such calls. */
export const hasReplaced = (view: string): boolean =>
  /,[ \t]{0,9}cha?r\(\d/i.test(view) && /replace\([ \t]{0,9}'/i.test(view)

/** The string that is given to such a call around a place, as the database would have it. */
export function replacedAround(of: Traced, view: string, floor: number, at: number): LaidOut | undefined {
  const from = Math.max(floor, at - HEAD_MAX)
  for (const { index, 0: call } of [...view.slice(from, at).matchAll(CALL)].toReversed()) {
    const start = from + index + call.length
    const end = endOfSql(view, start)
    if (end === undefined || end <= at) continue
    const signs = signsBehind(view, end + 1)
    return signs.size === 0
      ? undefined
      : { name: 'quoted text', text: plainOf(of, view, { start, end, signs }), start, end }
  }
  return undefined
}

/** Where a string of SQL ends: its own quotes stand twice. */
function endOfSql(view: string, start: number): number | undefined {
  for (let at = view.indexOf("'", start); at >= 0; at = view.indexOf("'", at + 2)) if (view[at + 1] !== "'") return at
  return undefined
}

/** What the calls put in for each sign. */
function signsBehind(view: string, from: number): Map<string, string> {
  const signs = new Map<string, string>()
  PUT_BACK.lastIndex = from
  for (let found = PUT_BACK.exec(view); found !== null; found = PUT_BACK.exec(view)) {
    const [, sign = '', code] = found
    signs.set(sign, String.fromCodePoint(Number(code)))
  }
  return signs
}

function plainOf(of: Traced, view: string, call: { start: number; end: number; signs: Map<string, string> }): Traced {
  const { start, end, signs } = call
  const rewriting = new Rewriting(of)
  let from = start
  const put = (text: string, at: number, width: number): void => {
    rewriting.keep(from, at)
    rewriting.put(text, at)
    from = at + width
  }
  for (let at = start; at < end; at = Math.max(at + 1, from)) {
    const sign = [...signs.keys()].find((one) => view.startsWith(one, at))
    if (sign !== undefined) put(signs.get(sign) ?? '', at, sign.length)
    else if (view[at] === "'") put("'", at, 2)
  }
  rewriting.keep(from, end)
  return rewriting.end()
}
