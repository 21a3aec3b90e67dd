import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fileFault,
  partOf,
  roomWords,
  temporaryFolder,
  writeReason,
  writeRemedy,
  writeWholeFile,
} from '../src/whole-file.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-whole-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a file that is written whole', () => {
  it("is its owner's alone where it is new, and keeps its rights where it was there", async () => {
    const [fresh, old] = [join(folder, 'new'), join(folder, 'old')]
    writeFileSync(old, 'before')
    chmodSync(old, 0o640)
    for (const file of [fresh, old]) await writeWholeFile(file, '--save', 'after')
    expect([fresh, old].map((file) => [readFileSync(file, 'utf8'), statSync(file).mode & 0o777])).toEqual([
      ['after', 0o600],
      ['after', 0o640],
    ])
    expect(readdirSync(folder)).toEqual(['new', 'old'])
  })

  it('is never written through a link, to a folder or to nowhere', async () => {
    writeFileSync(join(folder, 'precious'), 'mine')
    symlinkSync(join(folder, 'precious'), join(folder, 'link'))
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'))
    mkdirSync(join(folder, 'sub'))
    for (const name of ['link', 'dangling', 'sub'])
      await expect(writeWholeFile(join(folder, name), '--save', 'after')).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('--save'),
      })
    expect([readFileSync(join(folder, 'precious'), 'utf8'), existsSync(join(folder, 'nowhere'))]).toEqual([
      'mine',
      false,
    ])
    expect(readdirSync(folder).toSorted()).toEqual(['dangling', 'link', 'precious', 'sub'])
  })

  it('is made under a name that nobody can guess, in the same folder', () => {
    const names = new Set(Array.from({ length: 100 }, () => partOf(join(folder, 'file.csv'))))
    expect(names.size).toBe(100)
    for (const name of names) expect(name).toMatch(/\/\.hubswitch-[0-9a-f]{24}\.part$/)
  })
})

function failureOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

describe.runIf(process.platform === 'linux')('why a file cannot be written', () => {
  it('is told in words, and another file is no help on a disk that is full', () => {
    const handle = openSync('/dev/full', 'w')
    const full = failureOf(() => writeSync(handle, 'x'))
    closeSync(handle)
    expect([writeReason(full), writeRemedy(full, '--html')]).toEqual([
      'the disk is full',
      'Free room on that disk, or name a file on another one with --html.',
    ])
    const missing = failureOf(() => openSync('/dev/none/such', 'w'))
    expect([writeReason(missing), writeRemedy(missing, '--html')]).toEqual([
      'its folder does not exist',
      'Name another file with --html.',
    ])
  })
})

describe('an error of the file system that nobody on its way has worded', () => {
  it.each<[string, () => unknown]>([
    ['open', () => openSync(join(folder, 'none', 'such'), 'w')],
    ['mkdir', () => mkdirSync(join(folder, 'none', 'such'))],
    ['mkdir where something stands', () => mkdirSync(folder)],
    ['mkdtemp', () => mkdtempSync(join(folder, 'none', 'such'))],
    ['rename', () => renameSync(join(folder, 'none'), join(folder, 'such'))],
    ['copy', () => copyFileSync(join(folder, 'none'), join(folder, 'such'))],
    ['readdir', () => readdirSync(join(folder, 'none'))],
    ['read', () => readFileSync(folder)],
    ['write', () => writeFileSync(folder, 'x')],
    ['watch', () => watch(join(folder, 'none'))],
    ["Node's own rm", () => rmSync(folder, { force: true })],
  ])('%s names what it is about, why, and what to do', (_call, work) => {
    const fault = fileFault(failureOf(work))
    // Without the folder's own name, which is made of letters at random.
    expect([fault?.code, fault?.message.replaceAll(folder, ''), fault?.next]).toEqual([
      'DATA_DIRECTORY',
      expect.not.stringMatching(/\bE[A-Z]{4,}\b|inside hubswitch/),
      expect.stringContaining('name another place'),
    ])
  })

  it('is none where a socket or a program was meant', async () => {
    const refused = await new Promise((resolve) => createConnection(join(folder, 'no-socket')).on('error', resolve))
    expect([fileFault(refused), fileFault(failureOf(() => JSON.parse('{'))), fileFault(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

it('what a folder in use needs so that it takes files again can be done', () => {
  expect(['ENOSPC', 'EACCES', 'ENOTDIR', 'ENOENT'].map((code) => roomWords({ code }, 'd'))).toEqual([
    'Free room on that disk.',
    'Make d writable.',
    'See to it that d is a folder.',
    'See to it that d is a folder.',
  ])
})

it('a name that is too long is the reason also where the folder takes no file', async () => {
  const file = join(folder, 'none', '..', 'n'.repeat(300))
  mkdirSync(join(folder, 'none'))
  await expect(writeWholeFile(file, '--html', '')).rejects.toMatchObject({ code: 'ENAMETOOLONG', syscall: 'lstat' })
})

describe('a temporary folder', () => {
  it('that cannot be made is told with its place, the reason and the variable', () => {
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = join(folder, 'gone')
    try {
      expect(failureOf(() => temporaryFolder('hubswitch-', 'Nothing was sent.'))).toMatchObject({
        code: 'DATA_DIRECTORY',
        message: `Nothing can be written to the temporary folder ${join(folder, 'gone')}: there is no such folder.`,
        next: 'Name a folder that may be written in TMPDIR. Nothing was sent.',
      })
    } finally {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    }
  })

  it('is made in one place, so that none fails without those words', () => {
    const source = join(import.meta.dirname, '../src')
    const makers = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && /\bmkdtemp/.test(readFileSync(join(source, name), 'utf8')),
    )
    expect(makers).toEqual(['whole-file.ts'])
  })
})
