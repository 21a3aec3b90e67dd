import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = path.resolve(import.meta.dirname, '../src')

/** What each hall may import of ours. Root files (`errors.ts`, `nearest.ts`) are open to all. */
const MAY_IMPORT: Record<string, string[]> = {
  calendar: [],
  sql: [],
  redaction: [],
  random: [],
  zod: [],
  contract: ['redaction', 'zod'],
  config: ['redaction', 'sql', 'zod'],
  outcome: ['contract', 'redaction', 'zod'],
  resnotif: ['contract', 'outcome', 'random', 'redaction', 'zod'],
  client: ['contract', 'outcome', 'redaction', 'resnotif'],
  'property-file': ['client', 'contract', 'outcome', 'redaction', 'zod'],
  journal: ['calendar', 'redaction', 'sql'],
  files: ['calendar', 'contract', 'redaction'],
  push: ['contract', 'calendar', 'files', 'journal', 'outcome'],
  booking: ['client', 'contract', 'journal', 'outcome', 'property-file', 'redaction'],
  sandbox: ['contract', 'calendar', 'outcome', 'random', 'resnotif', 'sql', 'zod'],
  estate: ['journal', 'push'],
  library: ['booking', 'client', 'contract', 'files', 'journal', 'outcome', 'push'],
  cli: [
    'booking',
    'client',
    'config',
    'contract',
    'calendar',
    'estate',
    'files',
    'journal',
    'outcome',
    'property-file',
    'push',
    'redaction',
    'resnotif',
    'zod',
  ],
  commands: [
    'booking',
    'cli',
    'client',
    'config',
    'contract',
    'calendar',
    'journal',
    'outcome',
    'property-file',
    'push',
    'resnotif',
  ],
}

/** The rooms of each hall from the lowest floor up: a room imports from floors below its own. '' is the hall itself. */
const FLOORS: Record<string, string[]> = {
  booking: ['found', ''],
  client: ['shown', 'http', 'answers probe sign-in', ''],
  config: ['profiles', 'secrets', 'sign-in', ''],
  contract: ['schema', 'endpoints property', 'map', 'overlay', ''],
  files: [
    'reading',
    'kinds values',
    'bytes dates',
    'columns csv',
    'matrix rows workbook',
    'formats records table',
    'open sheet yaml',
    'guess template',
    '',
  ],
  journal: ['packed', 'calendar fates file', 'records slices', ''],
  estate: ['engine', ''],
  outcome: ['rules', 'echo', 'doubts', 'entries', 'beside', ''],
  push: ['pace merge', 'changes fates requests', 'guards send', 'plan', 'after', 'verify', ''],
  resnotif: [
    'capture/bytes cards scenario/shape xml',
    'conceal',
    'address',
    'capture/heads capture/words',
    'capture/packs/base64 capture/packs/digits capture/wire/printed',
    'capture/layout capture/logs capture/outer capture/packs capture/wire scenario/changes scenario/guests scenario/stays',
    'build capture read/rates',
    'read',
    'carried finding invent nights units',
    'dialect facts',
    'comparison',
    'rules/guests rules/message rules/stay rules/totals',
    'rules/shares rules/values',
    'answer rules',
    'difference explain lint',
    'fix pms scenario',
    '',
  ],
  sandbox: [
    'ground',
    'accounts search store/outbox',
    'store',
    'http unit',
    'property seed',
    'estate products',
    'faults',
    'outbox',
    'booking',
    'handlers',
    '',
  ],
  cli: [
    'completion signals terminal body thread',
    'failure flags page show start usage',
    'help',
    'profile property report',
    'command run/journal',
    'auth capture explain explained sandbox sending',
    'calendar ready surface unattended',
    'exchange input invent reservation run/verify',
    'doctor estate interview receiver',
    'map push resnotif run template',
    'forward/editing init scenario',
    'forward',
    '',
  ],
}

/** Folders without a door: a street of rooms, and the commands that oclif finds by their names. */
const STREETS = ['', 'cli', 'commands']

/** The one home of each third-party package (`type` imports are free). */
const HOMES: Record<string, string[]> = {
  '@oclif/core': ['cli', 'commands'],
  '@oclif/plugin-help': ['commands'],
  '@clack/prompts': ['cli'],
  ansis: ['cli'],
  'string-width': ['cli'],
  ora: ['cli'],
  undici: ['client'],
  zod: ['zod'],
  'lossless-json': ['contract'],
  'csv-parse': ['files'],
  'iconv-lite': ['files'],
  'read-excel-file': ['files'],
  'write-excel-file': ['files'],
  yaml: ['files', 'config', 'cli', 'resnotif', 'sandbox'],
  'p-queue': ['push'],
  keytar: ['config'],
  jose: ['sandbox'],
  '@photostructure/sqlite': ['sql'],
  saxes: ['resnotif'],
  'libxml2-wasm': ['resnotif'],
  bullmq: ['estate'],
  ioredis: ['estate'],
  pg: ['estate'],
}

interface Import {
  file: string
  folder: string
  target: string
  typeOnly: boolean
  /** Loads when it is needed. */
  isLate: boolean
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
  const statements = source.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
  )
  return [...statements].map(([, type, from, dynamic, bare]) => ({
    file: inside,
    folder,
    target: (from ?? dynamic ?? bare) as string,
    typeOnly: type !== undefined,
    isLate: dynamic !== undefined,
  }))
}

const all = sourceFiles(SRC).flatMap(importsOf)

/** The file of ours that an import names, from `src` on. */
function fileOf({ file, target }: Import): string | undefined {
  return target.startsWith('.')
    ? path.relative(SRC, path.resolve(SRC, path.dirname(file), target)).replace(/\.js$/, '.ts')
    : undefined
}

function ours(one: Import): string | undefined {
  const inside = fileOf(one)
  if (inside === undefined) return undefined
  return inside.includes(path.sep) ? inside.split(path.sep)[0] : ''
}

const roomOf = (file: string): string => (path.dirname(file) === '.' ? '' : path.dirname(file))

/** The door through which a file reaches another one; undefined where they live together. */
function doorOf(from: string, to: string): string | undefined {
  const parts = roomOf(to).split(path.sep)
  const folders = parts.map((_, at) => parts.slice(0, at + 1).join(path.sep))
  const entered = folders.find((folder) => !STREETS.includes(folder) && !from.startsWith(`${folder}${path.sep}`))
  return entered === undefined ? undefined : path.join(entered, 'index.ts')
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
      if (target === undefined || target === '' || target === one.folder || one.file === 'index.ts') return false
      if (
        target === 'sandbox' &&
        ((one.folder === 'cli' && one.typeOnly) ||
          one.file === path.join('cli', 'command', 'embedded-sandbox.ts') ||
          one.file.startsWith(path.join('commands', 'sandbox')))
      )
        return false
      return !(MAY_IMPORT[one.folder] ?? []).includes(target)
    })
    expect(wrong).toEqual([])
  })

  it('every room imports only from floors below its own', () => {
    const floors = new Map(
      Object.entries(FLOORS).flatMap(([hall, rooms]) =>
        rooms.flatMap((floor, at) => floor.split(' ').map((room) => [path.join(hall, room), at] as const)),
      ),
    )
    expect(
      [...new Set(all.map(({ file }) => roomOf(file)))].filter(
        (room) => Object.hasOwn(FLOORS, room.split(path.sep)[0] as string) && !floors.has(room),
      ),
    ).toEqual([])
    const wrong = all.filter((one) => {
      const to = fileOf(one)
      if (to === undefined || ours(one) !== one.folder || roomOf(to) === roomOf(one.file)) return false
      const [from, below] = [floors.get(roomOf(one.file)), floors.get(roomOf(to))]
      return from !== undefined && below !== undefined && below >= from
    })
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  it('a room is entered by its index.ts alone', () => {
    // What is loaded when it is needed is one file on purpose: a command starts no slower for what it does not use.
    const wrong = all.filter((one) => {
      const to = fileOf(one)
      const door = to === undefined || one.isLate ? undefined : doorOf(one.file, to)
      return door !== undefined && to !== door
    })
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  it('every room says first what it is for', () => {
    const rooms = new Set(
      sourceFiles(SRC)
        .map((file) => roomOf(path.relative(SRC, file)))
        .filter((room) => !STREETS.includes(room) && !room.startsWith('commands')),
    )
    expect(
      [...rooms].filter(
        (room) =>
          !existsSync(path.join(SRC, room, 'index.ts')) ||
          !/^(?:import [^\n]*\n)*\n?\/\*\* ?\*?/.test(readFileSync(path.join(SRC, room, 'index.ts'), 'utf8')),
      ),
    ).toEqual([])
  })

  it('no circle of files, of types neither', () => {
    const edges = new Map<string, string[]>()
    for (const one of all) edges.set(one.file, [...(edges.get(one.file) ?? []), ...[fileOf(one) ?? []].flat()])
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '))
      if (done.has(file) || way.includes(file)) return
      for (const next of edges.get(file) ?? []) visit(next, [...way, file])
      done.add(file)
    }
    for (const file of edges.keys()) visit(file, [])
    expect(circles).toEqual([])
  })

  it('no room holds more than 15 files', () => {
    const counts = new Map<string, number>()
    for (const file of sourceFiles(SRC)) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1)
    // Commands lie where oclif finds them by their names.
    expect(
      [...counts].filter(([folder, count]) => count > 15 && !folder.startsWith(path.join(SRC, 'commands'))),
    ).toEqual([])
  })

  it('root files import nothing above them', () => {
    // The package's own entry stands above them: it is the library.
    expect(all.filter((one) => one.folder === '' && one.file !== 'index.ts' && (ours(one) ?? '') !== '')).toEqual([])
  })

  it('every third-party package has its home', () => {
    const wrong = all.filter((one) => {
      const name = packageOf(one.target)
      return name !== undefined && !one.typeOnly && !(HOMES[name] ?? []).includes(one.folder)
    })
    expect(wrong).toEqual([])
  })

  it('every dependency has a use', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(SRC, '../package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const used = new Set(all.map(({ target }) => packageOf(target)))
    expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual([])
  })

  it('the sandbox is loaded lazily', () => {
    const eager = all.filter((one) => one.folder === 'cli' && !one.typeOnly && !one.isLate && ours(one) === 'sandbox')
    expect(eager).toEqual([])
  })

  it('an estate is loaded only where one is named, and its engine only when it is opened', () => {
    const eager = all.filter(({ typeOnly, isLate }) => !typeOnly && !isLate)
    expect(eager.filter((one) => one.folder !== 'estate' && ours(one) === 'estate')).toEqual([])
    expect(eager.filter(({ target }) => ['bullmq', 'ioredis', 'pg'].includes(packageOf(target) ?? ''))).toEqual([])
  })

  it('commands hold no URL, no console and no try', () => {
    const wrong = sourceFiles(path.join(SRC, 'commands')).filter((file) =>
      /https?:\/\/(?!127\.0\.0\.1|service\.example)|console\.|\btry\b|catch \(/.test(readFileSync(file, 'utf8')),
    )
    expect(wrong).toEqual([])
  })

  it('nothing prints around the one door', () => {
    const door = path.join(SRC, 'cli', 'terminal', 'output.ts')
    // What a child process runs, which has its own standard output.
    const children = new Set([path.join(SRC, 'config', 'secrets', 'keychain-script.ts')])
    const PRINTS =
      /\bprocess\s*(?:\?\.|\.|\[\s*['"`])\s*(?:stdout|stderr)\b(?!\.(?:isTTY|columns|rows)\b)|\bconsole\s*[.[]|\bthis\s*\.\s*(?:log|logToStderr|logJson|warn|error)\(|\b(?:writeSync|writeFileSync|createWriteStream)\(\s*(?:1|2|['"]\/dev\/(?:stdout|stderr|tty|fd))|\{[^}]*\b(?:stdout|stderr)\b[^}]*\}\s*=\s*process\b|['"]node:(?:console|tty)['"]|['"]node:process['"]/
    // Prompts and spinners write their own frames there, and whoever ends the process waits for both.
    const STREAMS = new Set(
      ['terminal/prompt.ts', 'terminal/progress.ts', 'main.ts'].map((name) => path.join(SRC, 'cli', name)),
    )
    const lines = (file: string): string[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\*|\/[/*])/.test(line))
    const around = sourceFiles(SRC)
      .filter((file) => file !== door && !children.has(file))
      .flatMap((file) =>
        lines(file)
          .filter(
            (line) =>
              PRINTS.test(line) &&
              // Asks what a descriptor is, and writes nothing.
              line !== "import { isatty } from 'node:tty'" &&
              !(
                STREAMS.has(file) &&
                /(?:output|stream): process\.stderr|\[process\.stdout, process\.stderr\]\.map/.test(line)
              ),
          )
          .map((line) => `${path.relative(SRC, file)}: ${line.trim()}`),
      )
    expect(around).toEqual([])
    const asItIs = sourceFiles(SRC)
      .filter((file) => file !== door && readFileSync(file, 'utf8').includes('printAsItIs'))
      .map((file) => path.relative(SRC, file))
    expect(asItIs.toSorted()).toEqual([
      path.join('cli', 'resnotif', 'fix.ts'),
      path.join('cli', 'show', 'print.ts'),
      path.join('cli', 'terminal', 'index.ts'),
      path.join('commands', 'sandbox', 'start.ts'),
    ])
    const wanted = sourceFiles(SRC)
      .filter((file) => /showsSecret: true/.test(readFileSync(file, 'utf8')))
      .map((file) => path.relative(SRC, file))
    expect(wanted.toSorted()).toEqual([
      path.join('cli', 'resnotif', 'preview.ts'),
      path.join('commands', 'auth', 'token.ts'),
      path.join('commands', 'property', 'export.ts'),
    ])
    for (const way of [
      "process.stdout.write('x')",
      "process['stderr']",
      'console.log(x)',
      'this.log(x)',
      'const { stdout } = process',
      'writeSync(1, x)',
      "import { stdout } from 'node:process'",
    ])
      expect(PRINTS.test(way), way).toBe(true)
  })

  it('files stay small', () => {
    const long = sourceFiles(SRC).filter(
      (file) =>
        readFileSync(file, 'utf8').split('\n').length - 1 >
        (file.includes(`${path.sep}commands${path.sep}`) ? 140 : 400),
    )
    expect(long).toEqual([])
  })
})
