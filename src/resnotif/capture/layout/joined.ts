import { ownTable } from '../../../foreign-text.js'
import { cutOut, decodeBackslashes, decodeDoubled, Rewriting, type Traced, concat } from '../bytes/index.js'
import type { LaidOut } from './laid-out.js'

/** What stands for characters that a string of them cannot hold. */
const NAMES = ownTable<string>({
  vbcrlf: '\r\n',
  vbnewline: '\r\n',
  vblf: '\n',
  vbcr: '\r',
  vbtab: '\t',
  php_eol: '\n',
  'environment.newline': '\n',
  appendline: '\n',
})
/** What joins two strings. A comment of the language, a call or a name beside it makes it none. */
const JOINS = /\|\||[+&]|append|\.=/i
/** A character by its number, as SQL, Visual Basic and PowerShell write it, or by its name. */
const PUT =
  /(?:\bn?cha?r|\bchrw?)\$?[ \t]{0,9}\([ \t]{0,9}(\d{1,6})[ \t]{0,9}\)|\[char\](0x[\da-f]{1,6}|\d{1,6})|\b(vbcrlf|vbnewline|vblf|vbcr|vbtab|php_eol|environment\.newline|appendline)\b/gi
/** What a program appends strings to, one after another: each of a chain is the same. */
const APPENDS = /([\w$]{1,60})[ \t]{0,9}(?:\.[ \t]{0,9}append(?:line)?\b|[+.]=)/gi
/** The end of one string, what joins it to the next, and how that begins. */
const JOINT =
  /(["'])((?:[ \t\r\n,)]|\|\||[+&]|(?:\bn?cha?r|\bchrw?)\$?[ \t]{0,9}\([ \t]{0,9}\d{1,6}[ \t]{0,9}\)|\[char\](?:0x[\da-f]{1,6}|\d{1,6})|\b(?:vbcrlf|vbnewline|vblf|vbcr|vbtab|php_eol|environment\.newline)\b|\b(?:to_n?clob|concat)[ \t]{0,9}\(|_(?=[ \t]{0,9}\r?\n)|;|[\w$]{0,60}\.append(?:line)?[ \t]{0,9}\(|\$?\w{1,60}[ \t]{1,9}[+.]=){1,80})[neu]?\1/gi
/** Escapes where no text has any by itself. */
const SURELY_ESCAPED = />[ \t]{0,200}\\[nrt]|\\[nrt][ \t]{0,200}<|\\["']/

const ESCAPED_NEAR = 4_000
/** Nothing but one string of a message is longer. */
const STRING_MAX = 256_000

interface Joint {
  /** Of the quote that ends a string. */
  start: number
  /** Behind the quote that begins the next. */
  end: number
  quote: string
}

/** Strings that a program or a script puts together: `'…' || chr(10) || '…'`, `TO_CLOB('…') || TO_CLOB('…')`, `"…" & vbCrLf & _`. */
export class JoinedStrings {
  private found: readonly Joint[] | undefined
  private last: { start: number; isEscaped: boolean; end: number | undefined } | undefined

  constructor(
    private readonly of: Traced,
    private readonly view: string,
  ) {}

  /** What the strings around a place are together; undefined where nothing is joined there. */
  around(floor: number, at: number): LaidOut | undefined {
    const joints = (this.found ??= jointsIn(this.view))
    if (joints.length === 0) return undefined
    const { view } = this
    const next = firstBehind(joints, at)
    const [before, behind] = [joints[next - 1], joints[next]]
    const ends = this.endsIn(at)
    const isIn = before !== undefined && before.start >= floor && (ends(before.end, before.quote) ?? 0) > at
    const open = isIn || behind === undefined ? undefined : openOf(view, behind, floor)
    if (!isIn && (behind === undefined || open === undefined || open > at || ends(open, behind.quote) !== behind.start))
      return undefined
    const chain: Joint[] = [isIn ? (before as Joint) : (behind as Joint)]
    const { quote } = chain[0] as Joint
    for (let i = next - 2; isIn && i >= 0; i--) {
      const one = joints[i] as Joint
      if (one.start < floor || one.quote !== quote || ends(one.end, quote) !== chain[0]?.start) break
      chain.unshift(one)
    }
    for (let i = isIn ? next : next + 1; i < joints.length; i++) {
      const one = joints[i] as Joint
      if (one.quote !== quote || ends((chain.at(-1) as Joint).end, quote) !== one.start) break
      chain.push(one)
    }
    if (this.isOfSeveral(chain)) return undefined
    const start = open ?? openOf(view, chain[0] as Joint, floor)
    const end = ends((chain.at(-1) as Joint).end, quote)
    if (start === undefined || end === undefined) return undefined
    return { name: 'quoted text', text: this.together(chain, start, end), start, end }
  }

  /** Tells where a string ends that begins at a place: its own quotes stand twice, or behind a backslash where what stands near shows such. */
  private endsIn(near: number): (start: number, quote: string) => number | undefined {
    const isEscaped = SURELY_ESCAPED.test(this.view.slice(near, near + ESCAPED_NEAR))
    return (start, quote) => {
      // Asked again for every message in what is no string.
      if (this.last?.start !== start || this.last.isEscaped !== isEscaped)
        this.last = { start, isEscaped, end: endOf(this.view, start, quote, isEscaped) }
      return this.last.end
    }
  }

  /** Whether a chain appends to more than one text. */
  private isOfSeveral(chain: readonly Joint[]): boolean {
    const names = chain.flatMap(({ start, end }) =>
      [...this.view.slice(start, end).matchAll(APPENDS)].map(([, name]) => name),
    )
    return new Set(names).size > 1
  }

  private together(chain: readonly Joint[], start: number, end: number): Traced {
    const parts: Traced[] = []
    let from = start
    for (const joint of chain) {
      parts.push(this.plain(from, joint.start, joint.quote), this.between(joint))
      from = joint.end
    }
    parts.push(this.plain(from, end, (chain[0] as Joint).quote))
    return concat(parts)
  }

  private plain(from: number, to: number, quote: string): Traced {
    const raw = cutOut(this.of, from, to)
    return SURELY_ESCAPED.test(this.view.slice(from, to)) ? decodeBackslashes(raw) : decodeDoubled(raw, quote)
  }

  /** The characters that stand between two strings. */
  private between({ start, end }: Joint): Traced {
    const rewriting = new Rewriting(this.of)
    for (const match of this.view.slice(start, end).matchAll(PUT)) {
      const [, number, char, name] = match
      const sign = name === undefined ? String.fromCodePoint(Number(number ?? char)) : NAMES[name.toLowerCase()]
      rewriting.put(sign ?? '', start + match.index)
    }
    return rewriting.end()
  }
}

function jointsIn(view: string): Joint[] {
  if (!MAY_JOIN.test(view) && !MAY_APPEND.test(view)) return []
  const joints: Joint[] = []
  for (const match of view.matchAll(JOINT)) {
    const [whole, quote = '', middle = ''] = match
    if (!JOINS.test(middle) && middle.search(PUT) < 0) continue
    joints.push({ start: match.index, end: match.index + whole.length, quote })
  }
  return joints
}

const MAY_JOIN = /["'][ \t\r\n)]{0,9}(?:\|\||[+&,])/

const MAY_APPEND = /\.append(?:line)?[ \t]{0,9}\([ \t]{0,9}["']|[+.]=[ \t]{0,9}["']/i

/** The index of the first joint behind a place. */
function firstBehind(joints: readonly Joint[], at: number): number {
  let [low, high] = [0, joints.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((joints[middle] as Joint).start < at) low = middle + 1
    else high = middle
  }
  return low
}

function endOf(view: string, start: number, quote: string, isEscaped: boolean): number | undefined {
  for (let at = view.indexOf(quote, start); at >= 0; at = view.indexOf(quote, at)) {
    if (view[at + 1] === quote) at += 2
    else if (isEscaped && view[at - 1] === '\\') at++
    else return at
  }
  return undefined
}

/** Behind the quote that begins the string which ends with a joint. */
function openOf(view: string, { start, quote }: Joint, floor: number): number | undefined {
  const least = Math.max(floor, start - STRING_MAX)
  for (let at = view.lastIndexOf(quote, start - 1); at >= least; at = at === 0 ? -1 : view.lastIndexOf(quote, at - 1)) {
    if (view[at - 1] === quote) at--
    else if (view[at - 1] !== '\\') return at + 1
  }
  return undefined
}
