import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './support/cli.js'

interface Command {
  flags: Record<string, { char?: string; allowNo?: boolean; aliases?: string[] }>
}
const { commands } = JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
  commands: Record<string, Command>
}
const known = new Map(Object.entries(commands).map(([id, command]) => [id.replaceAll(':', ' '), command]))

/** Every file of a folder, with its text. */
const textsOf = (folder: string, ending: RegExp): { file: string; text: string }[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => ({ file: path.join(folder, file), text: readFileSync(path.join(ROOT, folder, file), 'utf8') }))

const documents = [
  { file: 'README.md', text: readFileSync(path.join(ROOT, 'README.md'), 'utf8') },
  ...textsOf('docs', /\.md$/),
]
const sources = textsOf('src', /\.ts$/)
/** In the table of habits the first column is of others. */
const ours = ({ file, text }: { file: string; text: string }): string =>
  file === 'docs/habits.md' ? text.replaceAll(/^\| (?:[^|]*) \|/gm, '|') : text

/** What is wrong with a command line that a text tells a person to type: its first words, or a flag. */
function faultOf(line: string): string | undefined {
  const words = line.replaceAll(/\$\{[^}]*\}/g, 'VALUE').split(/\s+/)
  const own = words.slice(0, words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word)) >>> 0)
  const name = own.map((_, at) => own.slice(0, own.length - at).join(' ')).find((words_) => known.has(words_))
  if (name === undefined) {
    const isTopic = [...known.keys()].some((each) => each.startsWith(`${own.join(' ')} `))
    return isTopic || words[0] === 'help' ? undefined : `no command "${own.join(' ')}"`
  }
  const { flags } = known.get(name) as Command
  const names = Object.entries(flags).flatMap(([flag, { char, allowNo, aliases = [] }]) => [
    `--${flag}`,
    ...aliases.map((alias) => `--${alias}`),
    ...(allowNo === true ? [`--no-${flag}`] : []),
    ...(char === undefined ? [] : [`-${char}`]),
  ])
  const wrong = words
    .map((word) => /^--?[a-z-]+/.exec(word)?.[0])
    .find((word) => word !== undefined && !['--help', ...names].includes(word))
  return wrong === undefined ? undefined : `"${name}" has no flag ${wrong}`
}

/** The anchors of a document: its headings in lower case, words joined by hyphens. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('links of the documents', () => {
  const links = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ file, target })),
  )

  it('are found', () => expect(links.length).toBeGreaterThan(6))

  it.each(links)('$target in $file is there', ({ file, target }) => {
    const [to = '', anchor] = target.split('#')
    const found = to === '' ? path.join(ROOT, file) : path.join(ROOT, path.dirname(file), to)
    expect(existsSync(found), found).toBe(true)
    if (anchor !== undefined) expect(anchorsOf(readFileSync(found, 'utf8'))).toContain(anchor)
  })

  it('name every page of docs/ in the README', () => {
    const linked = links.filter(({ file }) => file === 'README.md').map(({ target }) => target)
    for (const { file } of documents) if (file !== 'README.md') expect(linked).toContain(file)
  })
})

/** What messages, help and documents tell a person to type is there, so that nobody is sent to a command that is not. */
describe('commands that texts name', () => {
  it('are found in a text that names them wrongly', () => {
    expect(faultOf('run resume --last')).toBeUndefined()
    expect(faultOf('run resume ${id} --no-gzip')).toBeUndefined()
    expect(faultOf('run resum 7')).toBe('no command "run resum"')
    expect(faultOf('run resume --newest')).toBe('"run resume" has no flag --newest')
  })

  it('are there, with their flags: messages and help', () => {
    const named = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\\?"hubswitch ([a-z][^"\\]*)\\?"/g)].map(([, line]) => ({ file, line: line as string })),
    )
    expect(named.length).toBeGreaterThan(40)
    expect(
      named.map(({ file, line }) => [file, line, faultOf(line)]).filter(([, , fault]) => fault !== undefined),
    ).toEqual([])
  })

  it('have each text of a person or a service as one word of the shell', () => {
    // Numbers, words of this program, and commands that were put together of such words before.
    const OWN =
      /^(?:runId|this\.run|page|id|run\.id|this\.#input\.runId|String\(undone\)|kind\.name|other\.name|field\?\.name|kind|command|guess|look|formatNight\(\w+\)|nights|checkInDate|checkOutDate|guests\.adults|children|url|DEMO_.*|exitCode.*|cause .*|this\.#name\(\)|pace|keep|wanted|meant|decimal|format|step|unit|mark|flags|Math\..*|this\.sameProfile|this\.operands\.map\(shellWord\)\.join\(' '\))$/
    const OWN_OF_FILE = new Set([
      'usage.ts name',
      "usage.ts id.replaceAll(':', ' ')",
      "usage.ts places.join('')",
      "usage.ts flags.join('')",
      "body-command.ts (this.id ?? '').replaceAll(':', ' ')",
      'parser-words.ts line.command',
      'kept-back.ts undone',
      // Its address is a word of the shell there.
      'replay.ts toWords(named)',
      'print-fault.ts code',
      ...['path', 'line', 'topic'].map((value) => `unknown-command.ts ${value}`),
    ])
    const WORDED = /^shellWord\(/
    const commands_ = sources.flatMap(({ file, text }) =>
      text
        .split('\n')
        .flatMap((line) =>
          [...line.matchAll(/hubswitch (?:\$\{|[a-z])[^"]*/g)].map(([command]) => ({ file, command })),
        ),
    )
    const flags = sources.flatMap(({ file, text }) =>
      text.split('\n').flatMap((line) =>
        [...line.matchAll(/(?:Add|add|Name|such as|with|fix) --[a-z-]+ \$\{[^}]*\}/g)].map(([command]) => ({
          file,
          command,
        })),
      ),
    )
    const raw = [...commands_, ...flags]
      .flatMap(({ file, command }) =>
        [...command.matchAll(/\$\{([^{}`]*)\}/g)].map(([, value = '']) => ({ file, value })),
      )
      .filter(
        ({ file, value }) =>
          !WORDED.test(value) && !OWN.test(value) && !OWN_OF_FILE.has(`${path.basename(file)} ${value}`),
      )
    expect(commands_.filter(({ command }) => command.includes('shellWord(')).length).toBeGreaterThan(20)
    expect(raw).toEqual([])
  })

  it('are there, with their flags: documents', () => {
    const named = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/`hubswitch ([a-z][^`]*)`/g)].map(([, line]) => ({ file, line: line as string })),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(
      named.map(({ file, line }) => [file, line, faultOf(line)]).filter(([, , fault]) => fault !== undefined),
    ).toEqual([])
  })

  it('have the flags that documents name alone', () => {
    const flags = new Set(
      [...known.values()].flatMap(({ flags: own }) =>
        Object.entries(own).flatMap(([flag, { allowNo, aliases = [] }]) => [
          flag,
          ...aliases,
          ...(allowNo === true ? [`no-${flag}`] : []),
        ]),
      ),
    )
    const named = documents.flatMap(({ file, text }) =>
      [...ours({ file, text }).matchAll(/`(?:[a-z ]+ )?--([a-z][a-z-]*)[^`]*`/g)].map(
        ([, flag]) => [file, flag as string] as const,
      ),
    )
    expect(named.length).toBeGreaterThan(20)
    // Every command has it, and the image's runtime and the bench have theirs.
    const others = new Set(['README.md help', 'docs/decisions.md user', 'docs/ARCHITECTURE.md against'])
    expect(named.filter(([file, flag]) => !flags.has(flag) && !others.has(`${file} ${flag}`))).toEqual([])
  })

  it('read files that are there: each sample that a text names, and no sample that none does', () => {
    const texts = [...documents, ...sources, ...textsOf('samples', /\.\w+$/), ...textsOf('bin', /\.js$/)]
    const named = new Set(
      texts.flatMap(({ text }) =>
        [...text.matchAll(/\bsamples\/((?:(?:dialects|houses|library)\/)?[\w-]+\.\w+)/g)].map(
          ([, file]) => file as string,
        ),
      ),
    )
    expect([...named].filter((file) => !existsSync(path.join(ROOT, 'samples', file)))).toEqual([])
    const there = readdirSync(path.join(ROOT, 'samples'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(path.join(ROOT, 'samples'), path.join(entry.parentPath, entry.name)))
    expect(there.filter((file) => !named.has(file))).toEqual([])
  })
})
