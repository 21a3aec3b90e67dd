import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'acorn'
import { transformSync } from 'esbuild'

export interface SourcePattern {
  file: string
  pattern: string
  flags: string
}

interface Node {
  type: string
  [key: string]: unknown
}

/** Stands for whatever a composed pattern takes in. */
const STAND_IN = 'ab'

/** Every regular expression of a folder of sources: literals, and templates that are made into one, with a stand-in for each value that they take in. */
export function patternsOf(folder: string): { patterns: SourcePattern[]; composed: string[] } {
  const patterns = new Map<string, SourcePattern>()
  const composed: string[] = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file)
    const { code } = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', target: 'es2023' })
    walk(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }) as unknown as Node, (node) => {
      const found = literalOf(node) ?? templateOf(node)
      if (found !== undefined) patterns.set(`/${found.pattern}/${found.flags}`, { file: name, ...found })
      else if (isConstructed(node)) composed.push(name)
    })
  }
  return { patterns: [...patterns.values()], composed }
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) walk(one, visit)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function literalOf({ type, regex }: Node): Omit<SourcePattern, 'file'> | undefined {
  return type === 'Literal' && regex !== undefined ? (regex as Omit<SourcePattern, 'file'>) : undefined
}

const isConstructed = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.name === 'RegExp'

function templateOf(node: Node): Omit<SourcePattern, 'file'> | undefined {
  const [source, flags] = isConstructed(node) ? (node.arguments as Node[]) : []
  if (source?.type !== 'TemplateLiteral') return undefined
  const pattern = (source.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(STAND_IN)
  return { pattern, flags: flags?.type === 'Literal' ? String(flags.value) : '' }
}
