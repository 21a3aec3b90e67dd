import { MARKER } from '../words/index.js'

/** JSON with the place of every text; numbers and the like are passed over. */
export type JsonNode =
  | { kind: 'text'; start: number; end: number }
  | { kind: 'object'; entries: [string, JsonNode][] }
  | { kind: 'list'; items: JsonNode[] }
  | { kind: 'number'; start: number; end: number }
  | { kind: 'other' }

const DEPTH_MAX = 64
const NODES_MAX = 500_000
const BLANK = /[ \t\r\n]*/y
const LITERAL = /-?\d[\d.eE+-]{0,40}|true|false|null/y

/** One document of JSON from `at` on, and where it ends; undefined for anything else, and for what is nested without end. */
export function readJson(view: string, at = 0): { node: JsonNode; end: number } | undefined {
  const reader = new Reader(view, at)
  const node = reader.value(0)
  return node === undefined ? undefined : { node, end: reader.at }
}

/** The value under these names. */
export function memberOf(node: JsonNode | undefined, ...names: string[]): JsonNode | undefined {
  return names.reduce<JsonNode | undefined>(
    (found, name) => (found?.kind === 'object' ? found.entries.find(([own]) => own === name)?.[1] : undefined),
    node,
  )
}

type JsonText = Extract<JsonNode, { kind: 'text' }>

const BASE64_OF = /^(.{1,60}?)_?(?:as_?)?base64$/i

/**
 * Texts that an object holds in a second form: WireMock writes a body as text, and its bytes in base64 beside it. Where they differ, the text is only a reading of the bytes. Of what is no
 * message both stay.
 */
export function* copiesIn(view: string, node: JsonNode): Generator<JsonText> {
  if (node.kind === 'list') for (const item of node.items) yield* copiesIn(view, item)
  if (node.kind !== 'object') return
  for (const [name, packed] of node.entries) {
    const own = BASE64_OF.exec(name)?.[1]
    const plain = own === undefined ? undefined : memberOf(node, own)
    if (plain?.kind === 'text' && packed.kind === 'text') {
      const [text, bytes] = [textOf(view, plain), Buffer.from(textOf(view, packed) ?? '', 'base64')]
      if (text?.includes(MARKER) === true && bytes.includes(MARKER))
        yield bytes.equals(Buffer.from(text)) ? packed : plain
    } else yield* copiesIn(view, packed)
  }
}

function textOf(view: string, { start, end }: JsonText): string | undefined {
  try {
    return JSON.parse(`"${Buffer.from(view.slice(start, end), 'latin1').toString()}"`) as string
  } catch {
    return undefined
  }
}

const BYTES_MIN = 40

/** Lists of so many numbers that they are the bytes of a text, as some loggers write one that is not plain. */
export function* byteLists(node: JsonNode): Generator<{ start: number; end: number }[]> {
  if (node.kind === 'object') for (const [, value] of node.entries) yield* byteLists(value)
  if (node.kind !== 'list') return
  const numbers = node.items.flatMap((item) => (item.kind === 'number' && item.end - item.start <= 3 ? [item] : []))
  if (numbers.length >= BYTES_MIN && numbers.length === node.items.length) yield numbers
  else for (const item of node.items) yield* byteLists(item)
}

/** Where a text ends that begins behind a quote; undefined where the line or the view ends before it does. */
export function endOfText(view: string, start: number, quote = '"'): number | undefined {
  for (let at = start; at < view.length; at++) {
    const character = view[at]
    if (character === '\\') at++
    else if (character === quote) return at
    else if (character === '\n') return undefined
  }
  return undefined
}

class Reader {
  private nodes = 0

  constructor(
    private readonly view: string,
    public at: number,
  ) {}

  value(depth: number): JsonNode | undefined {
    this.blank()
    if (depth > DEPTH_MAX || ++this.nodes > NODES_MAX) return undefined
    const first = this.view[this.at]
    if (first === '"') return this.text()
    if (first === '{') return this.object(depth)
    if (first === '[') return this.list(depth)
    LITERAL.lastIndex = this.at
    if (!LITERAL.test(this.view)) return undefined
    const start = this.at
    this.at = LITERAL.lastIndex
    return /[-\d]/.test(first as string) ? { kind: 'number', start, end: this.at } : { kind: 'other' }
  }

  private text(): Extract<JsonNode, { kind: 'text' }> | undefined {
    const start = this.at + 1
    const end = endOfText(this.view, start)
    if (end === undefined) return undefined
    this.at = end + 1
    return { kind: 'text', start, end }
  }

  private object(depth: number): JsonNode | undefined {
    const entries: [string, JsonNode][] = []
    const isWhole = this.members('}', () => {
      this.blank()
      const name = this.view[this.at] === '"' ? this.text() : undefined
      if (name === undefined || !this.take(':')) return false
      const value = this.value(depth + 1)
      if (value !== undefined) entries.push([this.view.slice(name.start, name.end), value])
      return value !== undefined
    })
    return isWhole ? { kind: 'object', entries } : undefined
  }

  private list(depth: number): JsonNode | undefined {
    const items: JsonNode[] = []
    const isWhole = this.members(']', () => {
      const value = this.value(depth + 1)
      if (value !== undefined) items.push(value)
      return value !== undefined
    })
    return isWhole ? { kind: 'list', items } : undefined
  }

  private members(close: string, member: () => boolean): boolean {
    this.at++
    if (this.take(close)) return true
    do if (!member()) return false
    while (this.take(','))
    return this.take(close)
  }

  private take(character: string): boolean {
    this.blank()
    if (this.view[this.at] !== character) return false
    this.at++
    return true
  }

  private blank(): void {
    BLANK.lastIndex = this.at
    BLANK.test(this.view)
    this.at = BLANK.lastIndex
  }
}
