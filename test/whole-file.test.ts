import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { partOf, writeReason, writeRemedy, writeWholeFile } from '../src/whole-file.js'

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
