import { statSync } from 'node:fs'
import type { Document, LineCounter } from 'yaml'
import type { Settings } from '../../config/index.js'
import { checkOverlay, defaultOverlay, type Overlay, type OverlayFinding } from '../../contract/index.js'
import { Fault, type Finding } from '../../errors.js'
import { LOST_NAME, NAMES_BY_HAND, tooDeepAt, yamlReason } from '../../foreign-text.js'
import { LARGEST, readBoundedSync, refuseForeignFile } from '../../given-file.js'

/**
 * The wire overlay that the profile names.
 * @throws Fault USAGE where it cannot be read or says anything that has no effect; nothing has been sent then
 */
export async function readOverlay({ wire }: Settings): Promise<Overlay> {
  return wire.value === undefined
    ? defaultOverlay
    : readOverlayFile(
        wire.value,
        `Correct it, or remove it from ${wire.from ?? 'the profile'}. docs/overlay.md lists what an overlay can say.`,
      )
}

/**
 * A wire overlay file, checked against the contract.
 * @param next what to do about a file that is wrong
 * @throws Fault USAGE with file and line of each fault
 */
export async function readOverlayFile(
  file: string,
  next = 'Correct the file; docs/overlay.md lists what an overlay can say.',
): Promise<Overlay> {
  const { isScalar, LineCounter: Lines, parseDocument, visit } = await import('../show/yaml-text.js')
  const text = readText(file, next)
  const lines = new Lines()
  const deep = tooDeepAt(text, NAMES_BY_HAND)
  const refuse = (findings: Finding[]): Fault => {
    const [first] = findings
    const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
    return new Fault(
      'USAGE',
      `The wire overlay ${file} is not valid: ${first?.field ?? 'it'} ${first?.reason ?? ''}${more}.`,
      { next, findings: findings.slice(0, 100) },
    )
  }
  if (deep !== undefined) throw refuse([{ file, ...deep }])
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0)
    throw refuse(
      document.errors.map(({ pos, code, message }) => ({
        file,
        line: lines.linePos(pos[0]).line,
        reason: yamlReason({ code, message }) ?? `is not valid YAML here (${code})`,
      })),
    )
  const lost: Finding[] = []
  visit(document, {
    Pair: (_, { key }) =>
      void (
        isScalar(key) &&
        key.value === LOST_NAME &&
        lost.push({
          file,
          line: lines.linePos(key.range?.[0] ?? 0).line,
          field: LOST_NAME,
          reason: 'is no name that can be used here',
        })
      ),
  })
  if (lost.length > 0) throw refuse(lost)
  const checked = checkOverlay(contentOf(document, (reason) => refuse([{ file, reason }])))
  if (checked.ok) return checked.overlay
  throw refuse(checked.findings.map((finding) => placed(finding, file, document, lines)))
}

/** Aliases may multiply a small file, which the library stops. */
function contentOf(document: Document, refuse: (reason: string) => Fault): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown
  } catch {
    throw refuse('uses too many aliases')
  }
}

function readText(file: string, next: string): string {
  try {
    const found = statSync(file)
    if (!found.isFile()) throw new Fault('USAGE', `The wire overlay ${file} is no file.`, { next })
    refuseForeignFile(
      file,
      found,
      ({ what, next: remedy, facts = {} }) =>
        new Fault('USAGE', `The wire overlay ${file} ${what}.`, { next: remedy, facts: { file, ...facts } }),
    )
    return readBoundedSync(file, LARGEST.config).toString('utf8')
  } catch (error) {
    if (error instanceof Fault) throw error
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason'
    throw new Fault(
      'USAGE',
      `The wire overlay ${file} ${code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder, not a file' : `cannot be read (${code})`}.`,
      { next },
    )
  }
}

function placed({ path, ...finding }: OverlayFinding, file: string, document: Document, lines: LineCounter): Finding {
  const line = lineOf(document, lines, path)
  return { file, ...(line === undefined ? {} : { line }), ...finding }
}

interface MapNode {
  items: { key: { value?: unknown; range?: [number, number, number] }; value: unknown }[]
}

/** The line of the deepest key on the way to a place. A key may hold dots itself. */
function lineOf(document: Document, lines: LineCounter, path: readonly string[]): number | undefined {
  let node: unknown = document.contents
  let line: number | undefined
  for (let at = 0; at < path.length;) {
    const items = isMap(node) ? node.items : []
    const lengths = Array.from({ length: path.length - at }, (_, back) => path.length - at - back)
    const found = lengths.flatMap((length) =>
      items
        .filter(({ key }) => String(key.value) === path.slice(at, at + length).join('.'))
        .map((pair) => ({ pair, length })),
    )[0]
    if (found === undefined) break
    if (found.pair.key.range !== undefined) line = lines.linePos(found.pair.key.range[0]).line
    node = found.pair.value
    at += found.length
  }
  return line
}

function isMap(node: unknown): node is MapNode {
  return (
    typeof node === 'object' &&
    node !== null &&
    'items' in node &&
    Array.isArray(node.items) &&
    node.items.every((item: unknown) => typeof item === 'object' && item !== null && 'key' in item)
  )
}
