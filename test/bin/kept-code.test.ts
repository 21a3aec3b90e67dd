import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, which runs before the build
import { packOf } from '../../bin/chunk-pack.js'
import { ROOT } from '../support/cli.js'

type PackOf = (start: object, chunks: Iterable<[string, string]>) => string

const { readCode, writeCode } = createRequire(import.meta.url)('../../bin/kept-code.cjs') as {
  readCode: (file: string) => Map<string, Buffer>
  writeCode: (file: string, codes: Map<string, Buffer>) => void
}

/** A program of its own with the loader of the command line: one chunk, and nothing else of the build. */
const CHUNK = '(function(exports,require,importModule,url){"use strict";exports.say=function(){return "as built"};\n})'
const FORGED = CHUNK.replace('as built', 'a forgery'.slice(0, 8))
const RUN = `const chunks = require('./bin/chunks.cjs')
require('./bin/kept-code.cjs').keepCode(chunks, chunks.start.build, 'one')
process.stdout.write(chunks.load('one').say())`

/** Only what has run is in the code. */
const FORGE = `const script = new (require('node:vm').Script)(process.argv[1])
const exported = {}
script.runInThisContext()(exported)
exported.say()
process.stdout.write(script.createCachedData())`

describe('compiled code that was kept', () => {
  let home = ''
  const at = (...parts: string[]): string => path.join(home, ...parts)
  const cache = (): string => at('cache/compiled')
  const kept = (): string => path.join(cache(), readdirSync(cache()).find((name) => name.endsWith('.code')) as string)
  const run = (env: Record<string, string> = {}): string => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [at('run.cjs')], {
      encoding: 'utf8',
      env: { HUBSWITCH_CACHE_DIR: at('cache'), ...env },
    })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    return stdout
  }
  /** Replaces the code of the chunk by that of another text of the same length, as V8 takes it. In a process without the flags that a test here may have set. */
  const forge = (file = kept()): void => {
    const forged = spawnSync(process.execPath, ['-e', FORGE, FORGED], { env: {} })
    expect(forged.stderr.toString()).toBe('')
    rmSync(file, { force: true })
    writeCode(file, new Map([['one', forged.stdout]]))
  }

  function build(name: string, chunks: Record<string, string>): void {
    const text = (packOf as PackOf)({ build: name, commands: {} }, Object.entries(chunks))
    writeFileSync(at('dist/chunks/command-line.pack'), text, 'latin1')
  }

  beforeEach(() => {
    home = realpathSync(mkdtempSync(path.join(tmpdir(), 'hubswitch-kept-')))
    mkdirSync(at('bin'))
    mkdirSync(at('dist/chunks'), { recursive: true })
    for (const name of ['chunks.cjs', 'kept-code.cjs', 'cache-folder.cjs'])
      writeFileSync(at('bin', name), readFileSync(path.join(ROOT, 'bin', name)))
    build('b1', { one: CHUNK })
    writeFileSync(at('run.cjs'), RUN)
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  it('is written whole, for the user alone, and taken at the next start', () => {
    expect(run()).toBe('as built')
    expect(lstatSync(kept()).mode & 0o777).toBe(0o600)
    const { ino } = lstatSync(kept())
    expect(run()).toBe('as built')
    expect(lstatSync(kept()).ino).toBe(ino)
    // The proof that it is taken, and that the tests below would see a forgery: one in the user's own folder runs.
    forge()
    expect(run()).toBe('a forger')
  })

  it.each<[string, (file: string) => void]>([
    ['its folder is open to others', () => chmodSync(cache(), 0o777)],
    ['its folder can be entered by others', () => chmodSync(cache(), 0o750)],
    ['a folder above is open to others', () => chmodSync(home, 0o777)],
    ['it can be written by others', (file) => chmodSync(file, 0o622)],
    ['it has a second name', (file) => linkSync(file, at('second'))],
    [
      'it is a link',
      (file) => {
        renameSync(file, at('elsewhere'))
        symlinkSync(at('elsewhere'), file)
      },
    ],
  ])('never runs where %s', (_, spoil) => {
    run()
    forge()
    spoil(kept())
    expect(run()).toBe('as built')
  })

  it('never runs where another user has written it', ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can give a file away')
    run()
    forge()
    chownSync(kept(), 12_345, 12_345)
    expect(run()).toBe('as built')
    forge()
    chownSync(cache(), 12_345, 12_345)
    expect(run()).toBe('as built')
  })

  it('goes on with the chunks that it began with when an update comes between', () => {
    build('b1', {
      one: CHUNK.replace(
        'return "as built"',
        `require("node:fs").renameSync(${JSON.stringify(at('new'))},${JSON.stringify(at('dist/chunks/command-line.pack'))});return require("#two").said`,
      ),
      two: '(function(exports){exports.said="old"})',
    })
    renameSync(at('dist/chunks/command-line.pack'), at('old'))
    build('b2', { one: CHUNK, two: '(function(exports){exports.said="of the update"})' })
    renameSync(at('dist/chunks/command-line.pack'), at('new'))
    renameSync(at('old'), at('dist/chunks/command-line.pack'))
    expect(run()).toBe('old')
    expect(run()).toBe('as built')
  })

  it('never runs for another build or another way of running Node', () => {
    run()
    forge()
    expect(run({ NODE_OPTIONS: '--max-old-space-size=500' })).toBe('as built')
    build('b2', { one: CHUNK })
    expect(run()).toBe('as built')
  })

  it.each([
    '--no-allocation-site-pretenuring',
    '--no-parallel-scavenge',
    '--max-inlined-bytecode-size-cumulative=400',
    ...(process.version.startsWith('v20.') ? ['--interrupt-budget=300000'] : []),
    '--semi-space-growth-factor=1',
  ])('is taken for what is loaded after a command has set the flag %s of V8', (flag) => {
    build('b1', {
      one: CHUNK.replace(
        'return "as built"',
        `require("node:v8").setFlagsFromString("${flag}");return require("#two").said`,
      ),
      two: '(function(exports){exports.said="second"})',
    })
    expect(run()).toBe('second')
    const { ino } = lstatSync(kept())
    expect([...readCode(kept()).keys()]).toEqual(['one', 'two'])
    expect(run()).toBe('second')
    // Nothing was refused: nothing was written anew.
    expect(lstatSync(kept()).ino).toBe(ino)
  })

  it('is harmless when it is damaged, cut short or not there, and is written anew', () => {
    run()
    const whole = readFileSync(kept())
    const file = kept()
    for (const size of [0, 4, 11, 12, 40, whole.length - 1]) {
      writeFileSync(file, whole)
      truncateSync(file, size)
      expect(readCode(file).size).toBe(0)
    }
    for (let place = 0; place < whole.length; place += Math.ceil(whole.length / 200)) {
      const damaged = Buffer.from(whole)
      damaged.writeUInt8(damaged.readUInt8(place) ^ 0x5a, place)
      writeFileSync(file, damaged)
      expect(readCode(file).size).toBe(0)
    }
    expect(run()).toBe('as built')
    expect(readCode(file).has('one')).toBe(true)
    rmSync(file)
    mkdirSync(file)
    expect(run()).toBe('as built')
  })

  it('leaves nothing half done where many start at once', async () => {
    const ended = Array.from(
      { length: 30 },
      () =>
        new Promise<string>((resolve) => {
          const child = spawn(process.execPath, [at('run.cjs')], { env: { HUBSWITCH_CACHE_DIR: at('cache') } })
          let text = ''
          child.stdout.on('data', (part) => (text += String(part)))
          child.stderr.on('data', (part) => (text += String(part)))
          child.on('close', () => resolve(text))
        }),
    )
    expect(new Set(await Promise.all(ended))).toEqual(new Set(['as built']))
    expect(readdirSync(cache())).toHaveLength(1)
    expect(readCode(kept()).has('one')).toBe(true)
  })

  it('is not missed where nothing can be kept', () => {
    expect(run({ HUBSWITCH_CACHE_DIR: '/proc/nowhere' })).toBe('as built')
    expect(run({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('as built')
    expect(existsSync(cache())).toBe(false)
  })

  it('takes away what a killed writer left, and keeps its folder within bounds', () => {
    run()
    const file = kept()
    writeFileSync(`${file}.left`, 'half')
    utimesSync(`${file}.left`, 1, 1)
    rmSync(file)
    run()
    expect(readdirSync(cache())).toEqual([path.basename(file)])
  })
})
