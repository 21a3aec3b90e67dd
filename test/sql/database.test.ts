import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../src/errors.js'
import { insertRows, openDatabase } from '../../src/sql/index.js'
import { isSafeSqlite } from '../../src/sql/sqlite-library.js'
import { bundleText } from '../support/bundle.js'

const MIGRATIONS = [
  'CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT',
  'ALTER TABLE item ADD COLUMN size INTEGER',
]

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hubswitch-sql-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

function faultOf(work: () => unknown): Fault {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('expected a fault')
}

describe('openDatabase', () => {
  it('creates the directory, migrates, and keeps what was written', () => {
    const file = join(directory, 'deep', 'er', 'a.db')
    const first = openDatabase(file, { migrations: MIGRATIONS.slice(0, 1) })
    expect(first.run('INSERT INTO item (name) VALUES (?)', 'a')).toEqual({ changes: 1, lastInsertRowid: 1 })
    first.close()
    const second = openDatabase(file, { migrations: MIGRATIONS })
    expect(second.all('SELECT id, name, size FROM item')).toEqual([{ id: 1, name: 'a', size: null }])
    second.close()
  })

  it('commits to disk with a write-ahead log, and enforces foreign keys', () => {
    const db = openDatabase(join(directory, 'a.db'), { migrations: [] })
    expect(db.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(db.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
    expect(db.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 })
    db.close()
  })

  it('joins the transaction that is open, which ends as a whole', () => {
    const db = openDatabase(join(directory, 'a.db'), { migrations: MIGRATIONS })
    const add = (name: string): void => db.inTransaction(() => void db.run('INSERT INTO item (name) VALUES (?)', name))
    add('alone')
    db.transaction(() => ['a', 'b'].forEach(add))
    expect(() =>
      db.transaction(() => {
        add('c')
        db.inTransaction(() => {
          add('d')
          throw new TypeError('ours')
        })
      }),
    ).toThrow('ours')
    expect(() =>
      db.inTransaction(() => {
        add('e')
        throw new TypeError('ours')
      }),
    ).toThrow('ours')
    expect(db.all<{ name: string }>('SELECT name FROM item ORDER BY id').map(({ name }) => name)).toEqual([
      'alone',
      'a',
      'b',
    ])
    db.close()
  })

  it('inserts rows in their order, however many there are', () => {
    const db = openDatabase(join(directory, 'a.db'), { migrations: MIGRATIONS })
    for (const count of [0, 1, 7, 8, 9, 16, 30]) {
      db.run('DELETE FROM item')
      const rows = Array.from({ length: count }, (_, at) => [at + 1, `row ${at}`])
      db.transaction(() => insertRows(db, 'item (id, name)', rows))
      expect(db.all<{ id: number; name: string }>('SELECT id, name FROM item ORDER BY rowid')).toEqual(
        rows.map(([id, name]) => ({ id, name })),
      )
    }
    db.close()
  })

  it('refuses a file of a newer release', () => {
    const file = join(directory, 'a.db')
    openDatabase(file, { migrations: MIGRATIONS }).close()
    const fault = faultOf(() => openDatabase(file, { migrations: MIGRATIONS.slice(0, 1) }))
    expect(fault.code).toBe('DATA_DIRECTORY')
    expect(fault.message).toContain(file)
    expect(fault.message).toContain('newer release')
  })

  it('leaves no half-made migration behind', () => {
    const file = join(directory, 'a.db')
    expect(() => openDatabase(file, { migrations: ['CREATE TABLE one (a); CREATE TABLE one (a)'] })).toThrow()
    const db = openDatabase(file, { migrations: ['CREATE TABLE one (a)'] })
    expect(db.get('PRAGMA user_version')).toEqual({ user_version: 1 })
    db.close()
  })

  it('names the path when the directory cannot be made, the file is no database, or the disk is full', () => {
    writeFileSync(join(directory, 'plain'), 'text')
    const below = faultOf(() => openDatabase(join(directory, 'plain', 'a.db'), { migrations: [] }))
    expect([below.code, below.message]).toEqual([
      'DATA_DIRECTORY',
      expect.stringContaining(join(directory, 'plain', 'a.db')),
    ])

    const garbage = join(directory, 'garbage.db')
    writeFileSync(garbage, 'not a database at all, but long enough to have a header'.repeat(40))
    expect(faultOf(() => openDatabase(garbage, { migrations: [] })).code).toBe('DATA_DIRECTORY')

    const db = openDatabase(join(directory, 'full.db'), { migrations: ['CREATE TABLE blob (b BLOB)'] })
    db.exec('PRAGMA max_page_count = 10')
    const full = faultOf(() => db.transaction(() => db.run('INSERT INTO blob VALUES (zeroblob(1000000))')))
    expect([full.code, full.message]).toEqual(['DATA_DIRECTORY', expect.stringContaining('disk is full')])
    expect(db.transaction(() => db.all('SELECT count(*) AS n FROM blob'))).toEqual([{ n: 0 }])
    db.close()
  })

  it.skipIf(process.platform !== 'linux')('names the limit of file size, not the disk', async () => {
    const script = `
      import { openDatabase } from './sql/index.js'
      try {
        const db = openDatabase(process.argv[2], { migrations: ['CREATE TABLE blob (b BLOB)'] })
        for (let i = 0; i < 100; i++) db.run('INSERT INTO blob VALUES (zeroblob(10000))')
      } catch ({ code, message, next, facts }) {
        console.log(JSON.stringify({ code, message, next, facts }))
      }
    `
    const bundled = await bundleText(script, directory)
    for (const blocks of [8, 200]) {
      const file = join(directory, `${blocks}.db`)
      // A shell other than bash may count in blocks of 512 bytes.
      const { stdout } = spawnSync(
        'bash',
        ['-c', `ulimit -c 0; ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, bundled, file],
        { encoding: 'utf8' },
      )
      expect(JSON.parse(stdout)).toEqual({
        code: 'DATA_DIRECTORY',
        message: `${file}: it could not be written, and this process may write no more than ${blocks} KB into a file.`,
        next: expect.stringMatching(/^Raise the limit of file size \("ulimit -f unlimited"/),
        facts: { file, isLimited: true, fileSizeMax: blocks * 1024 },
      })
    }
  })

  it('may be opened for the first time by several processes at once', async () => {
    const file = join(directory, 'a.db')
    const script = `
      import { openDatabase } from './sql/index.js'
      const db = openDatabase(process.argv[2], { migrations: ['CREATE TABLE t (n)', 'INSERT INTO t VALUES (0)', 'CREATE TABLE u (n)'] })
      for (let i = 0; i < 50; i++) db.transaction(() => db.run('UPDATE t SET n = n + 1'))
    `
    const bundled = await bundleText(script, directory)
    const codes = await Promise.all([1, 2, 3].map(() => runScript(bundled, file)))
    expect(codes).toEqual([0, 0, 0])
    const db = openDatabase(file, { migrations: ['', '', ''] })
    expect(db.all('SELECT n FROM t')).toEqual([{ n: 150 }])
    db.close()
  })
})

describe('transaction', () => {
  it('nests: an inner failure undoes the inner part alone', () => {
    const db = openDatabase(':memory:', { migrations: MIGRATIONS })
    db.transaction(() => {
      db.run('INSERT INTO item (name) VALUES (?)', 'outer')
      expect(() =>
        db.transaction(() => {
          db.run('INSERT INTO item (name) VALUES (?)', 'inner')
          throw new Error('no')
        }),
      ).toThrow('no')
      db.transaction(() => db.run('INSERT INTO item (name) VALUES (?)', 'second'))
    })
    expect(db.all('SELECT name FROM item')).toEqual([{ name: 'outer' }, { name: 'second' }])
    expect(() =>
      db.transaction(() => {
        db.run('DELETE FROM item')
        throw new Error('back')
      }),
    ).toThrow('back')
    expect(db.all('SELECT count(*) AS n FROM item')).toEqual([{ n: 2 }])
    db.close()
  })

  it('lets one statement be used while rows of the same text are still being read', () => {
    const db = openDatabase(':memory:', { migrations: MIGRATIONS })
    for (const name of ['a', 'b', 'c']) db.run('INSERT INTO item (name) VALUES (?)', name)
    const pairs: string[] = []
    for (const outer of db.iterate<{ name: string }>('SELECT name FROM item')) {
      for (const inner of db.iterate<{ name: string }>('SELECT name FROM item')) pairs.push(outer.name + inner.name)
    }
    expect(pairs).toHaveLength(9)
    db.close()
  })
})

describe('isSafeSqlite', () => {
  it.each([
    ['3.51.3', true],
    ['3.51.2', false],
    ['3.53.0', true],
    ['4.0.0', true],
    ['3.9.9', false],
    [undefined, false],
  ])('%s → %s', (version, safe) => {
    expect(isSafeSqlite(version)).toBe(safe)
  })
})

function runScript(script: string, ...args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve) => child.on('exit', resolve))
}
