import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { type JsonNode, readJson } from './json.js'
import { hasEnd, hasEnvelopeEnd, hasStart } from './record.js'

/** A text of a document, and what it shares with the same text of the documents beside it. */
interface KeyedText {
  key: string
  start: number
  end: number
}

/** Names whose values tell apart what one log holds of several writers. */
const WRITERS: ReadonlySet<string> = new Set(
  'stream container container_id container_name pod logStream thread pid'.split(' '),
)
const TEXTS_BEFORE = 500

/** Every text of documents, by the names that lead to it and by who wrote it. */
function* keyedTexts(view: string, node: JsonNode, key = '', writer = ''): Generator<KeyedText> {
  if (node.kind === 'text') yield { key: `${writer} ${key}`, start: node.start, end: node.end }
  if (node.kind === 'list') for (const item of node.items) yield* keyedTexts(view, item, `${key}/*`, writer)
  if (node.kind !== 'object') return
  const own = node.entries
    .filter(([name, value]) => WRITERS.has(name) && value.kind === 'text')
    .map(([, value]) => (value.kind === 'text' ? view.slice(value.start, Math.min(value.end, value.start + 100)) : ''))
  for (const [name, value] of node.entries) yield* keyedTexts(view, value, `${key}/${name}`, [writer, ...own].join(' '))
}

/**
 * The texts of documents as they were before they were written down: a logger that keeps a document for each line, or for so many bytes, has cut the message up, and
 * its pieces are put together. Escapes stand as they are.
 * @param copies where texts begin that are left out
 */
export function wholeTexts(
  of: Traced,
  view: string,
  nodes: readonly JsonNode[],
  copies: ReadonlySet<number> = new Set(),
): Traced[] {
  const groups = new Map<string, KeyedText[]>()
  for (const node of nodes)
    for (const text of keyedTexts(view, node)) {
      if (copies.has(text.start)) continue
      const group = groups.get(text.key)
      if (group === undefined) groups.set(text.key, [text])
      else group.push(text)
    }
  return [...groups.values()]
    .flatMap((texts) => joinedOf(view, texts))
    .toSorted(([a], [b]) => (a as KeyedText).start - (b as KeyedText).start)
    .map((texts) => {
      const rewriting = new Rewriting(of)
      const hasLineEnds = texts.some(({ start, end }) => view.slice(Math.max(start, end - 2), end) === '\\n')
      for (const [at, { start, end }] of texts.entries()) {
        if (at > 0 && !hasLineEnds && !isOneLine(view, texts[at - 1] as KeyedText, start)) rewriting.put('\\n', start)
        rewriting.keep(start, end)
      }
      return rewriting.end()
    })
}

/** No line of XML is as long that ends inside of a tag or a text: then a document holds so many characters, and not a line. */
const LONG = 400

const isOneLine = (view: string, before: KeyedText, start: number): boolean =>
  before.end - before.start >= LONG &&
  view[before.end - 1] !== '>' &&
  !/^\s*(?:<|\\u003[cC])/.test(view.slice(start, start + 50))

function joinedOf(view: string, texts: readonly KeyedText[]): KeyedText[][] {
  const joined: KeyedText[][] = []
  let free = 0
  for (let at = 0; at < texts.length; at++) {
    const raw = rawOf(view, texts[at])
    if (!hasStart(raw) || hasEnd(raw)) continue
    const from = Math.max(free, at - TEXTS_BEFORE)
    const isEnveloped = texts.slice(from, at + 1).some((one) => /Envelope[\s>\\]/.test(rawOf(view, one)))
    let end = at
    while (end < texts.length && !hasEnd(rawOf(view, texts[end]))) {
      const next = texts[end + 1]
      if (next === undefined || hasStart(rawOf(view, next))) break
      end++
    }
    if (isEnveloped && hasEnd(rawOf(view, texts[end])))
      for (let more = end; more < Math.min(texts.length, end + 50); more++) {
        if (more > end && hasStart(rawOf(view, texts[more]))) break
        if (hasEnvelopeEnd(rawOf(view, texts[more]))) end = more
      }
    joined.push(...texts.slice(free, from).map((one) => [one]), texts.slice(from, end + 1))
    free = end + 1
    at = end
  }
  return [...joined, ...texts.slice(free).map((one) => [one])]
}

const rawOf = (view: string, text: KeyedText | undefined): string =>
  text === undefined ? '' : view.slice(text.start, text.end)

const LINES_MAX = 20_000
const RUN_BYTES = 16_000_000

/** Documents of JSON that stand one in a line, around a place; undefined where its line is none. */
export function jsonLines(
  view: string,
  floor: number,
  at: number,
): { nodes: JsonNode[]; start: number; end: number } | undefined {
  let start = Math.max(floor, lineStart(view, at))
  const own = lineNode(view, start)
  if (own === undefined) return undefined
  const nodes = [own]
  for (let lines = 0; start > floor && lines < TEXTS_BEFORE; lines++) {
    const before = Math.max(floor, lineStart(view, start - 1))
    const node = lineNode(view, before)
    if (node === undefined) break
    nodes.unshift(node)
    start = before
  }
  let end = Math.min(view.length, lineEnd(view, at) + 1)
  let isOpen = isOpened(view.slice(start, end))
  for (let lines = 0; end < view.length; lines++) {
    if (!isOpen && (lines > LINES_MAX || end - start > RUN_BYTES)) break
    const node = lineNode(view, end)
    if (node === undefined) break
    nodes.push(node)
    const next = Math.min(view.length, lineEnd(view, end) + 1)
    const line = view.slice(end, next)
    isOpen = isOpen ? !hasEnd(line) : isOpened(line)
    end = next
  }
  return { nodes, start, end }
}

const lineStart = (view: string, at: number): number => (at <= 0 ? 0 : view.lastIndexOf('\n', at - 1) + 1)

const isOpened = (text: string): boolean => hasStart(text) && !hasEnd(text)

function lineNode(view: string, start: number): JsonNode | undefined {
  if (view[start] !== '{' && view[start] !== '[') return undefined
  const read = readJson(view, start)
  if (read === undefined || read.node.kind === 'other') return undefined
  const end = lineEnd(view, start)
  return read.end <= end && view.slice(read.end, end).trim() === '' ? read.node : undefined
}
