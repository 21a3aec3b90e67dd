import { beginsWithTime } from '../words/index.js'

/** An element that declares prefixes, from its start tag to its end tag. */
interface Scope {
  start: number
  end: number
  /** By prefix, empty for the default namespace: the attribute as it stands there, with the blank before it, and its value. */
  declared: ReadonlyMap<string, { attribute: string; value: string }>
}

/** What declares a prefix: the attribute as it is written, and its value. */
export interface Declaration {
  prefix: string
  attribute: string
  value: string
}

const TAG =
  /<(?:(!--|!\[CDATA\[)|(\/?)([A-Za-z_\u0080-\u00ff][\w.:\u0080-\u00ff-]{0,100})((?:[^<>"']|"[^"<]{0,8000}"|'[^'<]{0,8000}'){0,8000})>)/g
const DECLARED = /\sxmlns(?::([\w.-]{1,60}))?\s{0,9}=\s{0,9}("[^"<]{0,2000}"|'[^'<]{0,2000}')/g

/** How far before a message the element of a log's record may begin that it stands in. */
const RECORD_MAX = 64_000

/** The elements of a text that declare prefixes and are closed in it, asked for one place after another. */
export class Scopes {
  private all: Scope[] | undefined
  private next = 0
  private readonly open: Scope[] = []
  private readonly isDocument: boolean

  constructor(private readonly view: string) {
    this.isDocument = /^\s{0,200}</.test(view.slice(0, 210))
  }

  /** What is declared around a stretch, from the inside. @param start not before that of the last call */
  around(start: number, end: number): Declaration[] {
    this.all ??= scopesIn(this.view)
    const { all, open } = this
    const leave = (at: number): void => {
      while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= at) open.pop()
    }
    for (let scope = all[this.next]; scope !== undefined && scope.start < start; scope = all[++this.next]) {
      leave(scope.start)
      open.push(scope)
    }
    leave(start)
    const found = new Map<string, Declaration>()
    for (const scope of open.toReversed())
      if (scope.end > end && this.isOneDocument(scope.start, start))
        for (const [prefix, one] of scope.declared) if (!found.has(prefix)) found.set(prefix, { prefix, ...one })
    return [...found.values()]
  }

  /** Whether no other record of a log begins between an element and what stands in it. */
  private isOneDocument(from: number, to: number): boolean {
    if (this.isDocument) return true
    if (to - from > RECORD_MAX) return false
    const [, ...lines] = this.view.slice(from, to).split('\n')
    return !lines.some(beginsWithTime)
  }
}

function scopesIn(view: string): Scope[] {
  const found: Scope[] = []
  const stack: { name: string; start: number; attributes: string }[] = []
  const counts = new Map<string, number>()
  const unclosed = new Set<string>()
  TAG.lastIndex = 0
  for (let tag = TAG.exec(view); tag !== null; tag = TAG.exec(view)) {
    const [whole, hidden, slash, name = '', attributes = ''] = tag
    if (hidden !== undefined) {
      const close = hidden === '!--' ? '-->' : ']]>'
      // Where none is closed any more, none of the next is.
      const at = unclosed.has(close) ? -1 : view.indexOf(close, TAG.lastIndex)
      if (at >= 0) TAG.lastIndex = at + close.length
      else unclosed.add(close)
      continue
    }
    const count = counts.get(name) ?? 0
    if (slash === '' && !attributes.endsWith('/')) {
      stack.push({ name, start: tag.index, attributes })
      counts.set(name, count + 1)
    }
    if (slash === '' || count === 0) continue
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      counts.set(top.name, (counts.get(top.name) ?? 1) - 1)
      if (top.name !== name) continue
      if (top.attributes.includes('xmlns'))
        found.push({ start: top.start, end: tag.index + whole.length, declared: declaredIn(top.attributes) })
      break
    }
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** The prefixes that the attributes of a start tag declare. */
export const declaredIn = (attributes: string): ReadonlyMap<string, { attribute: string; value: string }> =>
  new Map(
    [...attributes.matchAll(DECLARED)].map(([attribute, prefix = '', value = '']) => [
      prefix,
      { attribute: ` ${attribute.trim()}`, value: value.slice(1, -1) },
    ]),
  )
