import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../src/errors.js'
import { openDatabase, withFileLock } from '../../src/sql/index.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hubswitch-private-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const open = (file: string): void => openDatabase(file, { migrations: ['CREATE TABLE t (a)'] }).close()

describe.skipIf(process.platform === 'win32')('a database file', () => {
  it('is for this user alone, with what stands beside it and the folders above it', () => {
    const file = join(directory, 'deep', 'er', 'a.db')
    const database = openDatabase(file, { migrations: ['CREATE TABLE t (a)'] })
    database.run('INSERT INTO t VALUES (1)')
    expect([file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual(['600', '600', '600'])
    expect([join(directory, 'deep'), join(directory, 'deep', 'er')].map(modeOf)).toEqual(['700', '700'])
    database.close()
  })

  it('that others could read is narrowed, and so is what stands beside it', () => {
    const file = join(directory, 'a.db')
    const database = openDatabase(file, { migrations: ['CREATE TABLE t (a)'] })
    const files = ['', '-wal', '-shm'].map((beside) => `${file}${beside}`)
    for (const one of files) chmodSync(one, 0o644)
    open(file)
    expect(files.filter((one) => existsSync(one)).map(modeOf)).not.toContain('644')
    database.close()
  })

  it.each<[string, (file: string) => void, RegExp]>([
    ['a FIFO', (file) => void execFileSync('mkfifo', [file]), /is a FIFO, not a plain file/],
    ['a directory', (file) => mkdirSync(file), /is a directory, not a plain file/],
    [
      'a link to another file',
      (file) => {
        writeFileSync(`${file}.other`, '')
        symlinkSync(`${file}.other`, file)
      },
      /is a symbolic link/,
    ],
    ['a link to nowhere', (file) => symlinkSync('/nowhere/at/all', file), /is a symbolic link/],
    ['a FIFO where the log belongs', (file) => void execFileSync('mkfifo', [`${file}-wal`]), /-wal is a FIFO/],
    [
      'a file that others may write to',
      (file) => {
        writeFileSync(file, '')
        chmodSync(file, 0o666)
      },
      /Others may write to .*a\.db \(mode 666\)/,
    ],
    [
      'a folder that everyone may write to',
      (file) => chmodSync(join(file, '..'), 0o777),
      /Others may write to the folder .* \(mode 777\)/,
    ],
  ])('in whose place stands %s is refused at once', async (_what, make, words) => {
    const file = join(directory, 'a.db')
    make(file)
    const fault = await withFileLock(file, { waitMs: 0 }, async () => undefined).catch((error: unknown) => error)
    expect(fault).toMatchObject({ code: 'DATA_DIRECTORY', message: expect.stringMatching(words) as string })
    expect(() => open(file)).toThrow(words)
    expect(existsSync('/nowhere')).toBe(false)
  })

  it.skipIf(!existsSync('/proc/self'))('below a folder that takes no entries is refused, and does not hang', () => {
    expect(() => open('/proc/nowhere/deep/a.db')).toThrow(Fault)
    expect(() => open('/proc/nowhere/a.db')).toThrow('/proc/nowhere/a.db: cannot be created here')
  })

  it('in a sticky folder is as good as in one of its own', () => {
    chmodSync(directory, 0o1777)
    open(join(directory, 'a.db'))
    expect(modeOf(join(directory, 'a.db'))).toBe('600')
  })

  it.skipIf(process.getuid?.() !== 0)('of another user is refused', () => {
    const file = join(directory, 'a.db')
    open(file)
    execFileSync('chown', ['12345', file])
    expect(() => open(file)).toThrow('belongs to another user (uid 12345)')
  })
})
