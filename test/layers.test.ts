import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = path.resolve(import.meta.dirname, '../src')

/** What each folder may import of ours. Root files (`errors.ts`, `nearest.ts`) are open to all. */
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  calendar: [],
  sql: [],
  config: ['sql'],
  outcome: ['contract'],
  client: ['contract', 'outcome', 'resnotif'],
  resnotif: ['contract', 'outcome'],
  'property-file': ['contract'],
  journal: ['calendar', 'sql'],
  bulk: ['contract', 'calendar', 'journal', 'outcome'],
  sandbox: ['contract', 'calendar', 'outcome', 'resnotif', 'sql'],
  cli: ['client', 'bulk', 'config', 'contract', 'calendar', 'journal', 'outcome', 'property-file', 'resnotif'],
  commands: ['cli', 'client', 'bulk', 'config', 'contract', 'calendar', 'journal', 'outcome', 'resnotif'],
}

/** The one home of each third-party package (`type` imports are free). */
const HOMES: Record<string, string[]> = {
  '@oclif/core': ['cli', 'commands'],
  '@oclif/plugin-help': ['commands'],
  '@clack/prompts': ['cli'],
  ansis: ['cli'],
  'string-width': ['cli'],
  ora: ['cli'],
  undici: ['client'],
  zod: ['contract', 'config', 'cli'],
  'lossless-json': ['contract'],
  'csv-parse': ['bulk'],
  'iconv-lite': ['bulk'],
  'read-excel-file': ['bulk'],
  yaml: ['bulk', 'config', 'cli', 'sandbox'],
  'p-queue': ['bulk'],
  keytar: ['config'],
  jose: ['sandbox'],
  hono: ['sandbox'],
  '@hono/node-server': ['sandbox'],
  '@photostructure/sqlite': ['sql'],
  saxes: ['resnotif'],
  xmlbuilder2: ['resnotif'],
  'libxml2-wasm': ['resnotif'],
}

interface Import {
  file: string
  folder: string
  target: string
  typeOnly: boolean
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  const inside = path.relative(SRC, file)
  const folder = inside.includes(path.sep) ? (inside.split(path.sep)[0] as string) : ''
  const statements = source.matchAll(/(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g)
  return [...statements].map(([, type, from, dynamic, bare]) => ({ file: inside, folder, target: (from ?? dynamic ?? bare) as string, typeOnly: type !== undefined }))
}

const all = sourceFiles(SRC).flatMap(importsOf)

function ours({ file, target }: Import): string | undefined {
  if (!target.startsWith('.')) return undefined
  const inside = path.relative(SRC, path.resolve(SRC, path.dirname(file), target))
  return inside.includes(path.sep) ? inside.split(path.sep)[0] : ''
}

function packageOf(target: string): string | undefined {
  if (target.startsWith('.') || target.startsWith('node:')) return undefined
  return target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0]
}

describe('layers', () => {
  it('sees the imports', () => {
    expect(all.length).toBeGreaterThan(100)
    expect(all.some(({ folder, target }) => folder === 'cli' && target.includes('contract'))).toBe(true)
  })

  it('every folder imports only what stands below it', () => {
    const wrong = all.filter((one) => {
      const target = ours(one)
      if (target === undefined || target === '' || target === one.folder) return false
      if (target === 'sandbox' && (one.file === path.join('cli', 'embedded-sandbox.ts') || one.file.startsWith(path.join('commands', 'sandbox')))) return false
      return !(MAY_IMPORT[one.folder] ?? []).includes(target)
    })
    expect(wrong).toEqual([])
  })

  it('root files import nothing above them', () => {
    expect(all.filter((one) => one.folder === '' && (ours(one) ?? '') !== '')).toEqual([])
  })

  it('every third-party package has its home', () => {
    const wrong = all.filter((one) => {
      const name = packageOf(one.target)
      return name !== undefined && !one.typeOnly && !(HOMES[name] ?? []).includes(one.folder)
    })
    expect(wrong).toEqual([])
  })

  it('every dependency has a use', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(SRC, '../package.json'), 'utf8')) as { dependencies: Record<string, string> }
    const used = new Set(all.map(({ target }) => packageOf(target)))
    expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual([])
  })

  it('the sandbox is loaded lazily', () => {
    const eager = sourceFiles(path.join(SRC, 'cli')).filter((file) => /^import (?!type).*\.\.\/sandbox\//m.test(readFileSync(file, 'utf8')))
    expect(eager).toEqual([])
  })

  it('commands hold no URL, no console and no try', () => {
    const wrong = sourceFiles(path.join(SRC, 'commands')).filter((file) => /https?:\/\/(?!127\.0\.0\.1|service\.example)|console\.|\btry\b|catch \(/.test(readFileSync(file, 'utf8')))
    expect(wrong).toEqual([])
  })

  it('nothing prints around the one door', () => {
    const door = path.join(SRC, 'cli', 'show', 'output.ts')
    // What a child process runs, which has its own standard output.
    const children = new Set([path.join(SRC, 'config', 'keychain-script.ts')])
    const PRINTS = /\bprocess\s*(?:\?\.|\.|\[\s*['"`])\s*(?:stdout|stderr)\b(?!\.(?:isTTY|columns|rows)\b)|\bconsole\s*[.[]|\bthis\s*\.\s*(?:log|logToStderr|logJson|warn|error)\(|\b(?:writeSync|writeFileSync|createWriteStream)\(\s*(?:1|2|['"]\/dev\/(?:stdout|stderr|tty|fd))|\{[^}]*\b(?:stdout|stderr)\b[^}]*\}\s*=\s*process\b|['"]node:(?:console|tty)['"]|['"]node:process['"]/
    // Prompts and spinners write their own frames there, and whoever ends the process waits for both.
    const STREAMS = new Set(['prompt.ts', 'progress.ts', 'main.ts'].map((name) => path.join(SRC, 'cli', name)))
    const lines = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter((line) => !/^\s*(?:\*|\/[/*])/.test(line))
    const around = sourceFiles(SRC).filter((file) => file !== door && !children.has(file))
      .flatMap((file) => lines(file).filter((line) => PRINTS.test(line) && !(STREAMS.has(file) && /(?:output|stream): process\.stderr|\[process\.stdout, process\.stderr\]\.map/.test(line))).map((line) => `${path.relative(SRC, file)}: ${line.trim()}`))
    expect(around).toEqual([])
    const asItIs = sourceFiles(SRC).filter((file) => file !== door && readFileSync(file, 'utf8').includes('printAsItIs')).map((file) => path.relative(SRC, file))
    expect(asItIs.toSorted()).toEqual([path.join('cli', 'print.ts'), path.join('cli', 'resnotif-fix.ts'), path.join('commands', 'sandbox', 'start.ts')])
    const wanted = sourceFiles(SRC).filter((file) => /showsSecret: true/.test(readFileSync(file, 'utf8'))).map((file) => path.relative(SRC, file))
    expect(wanted.toSorted()).toEqual([path.join('cli', 'resnotif-preview.ts'), path.join('commands', 'auth', 'token.ts'), path.join('commands', 'property', 'export.ts')])
    for (const way of ["process.stdout.write('x')", "process['stderr']", 'console.log(x)', 'this.log(x)', 'const { stdout } = process', 'writeSync(1, x)', "import { stdout } from 'node:process'"]) expect(PRINTS.test(way), way).toBe(true)
  })

  it('files stay small', () => {
    const long = sourceFiles(SRC).filter((file) => readFileSync(file, 'utf8').split('\n').length - 1 > (file.includes(`${path.sep}commands${path.sep}`) ? 80 : 300))
    expect(long).toEqual([])
  })
})
