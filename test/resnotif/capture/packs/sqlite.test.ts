import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { readCapture } from '../../../../src/resnotif/capture/index.js'
import { connect, type SqliteConnection } from '../../../../src/sql/sqlite-library.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const named = (name: string): string => SAMPLE.replaceAll('HS-20270701-1', name)
const FOLDER = mkdtempSync(path.join(tmpdir(), 'sqlite-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

let count = 0
function written(write: (db: SqliteConnection) => void): { file: string; bytes: Buffer } {
  const file = path.join(FOLDER, `${++count}.db`)
  const db = connect(file, 1_000)
  write(db)
  db.close()
  return { file, bytes: readFileSync(file) }
}
const textsIn = (bytes: Buffer): string[] => readCapture(bytes).messages.map(({ decoded }) => decoded.text)

describe('a database of SQLite', () => {
  it.each(
    ['UTF-8', 'UTF-16le', 'UTF-16be'].flatMap((encoding) => [512, 4_096, 65_536].map((size) => ({ encoding, size }))),
  )('is read by its tables, over all pages that a row takes: $encoding, $size', ({ encoding, size }) => {
    const long = named('HS-LONG').replace('Late arrival', 'Späte Ankunft '.repeat(2_000))
    const { bytes } = written((db) => {
      db.exec(`PRAGMA page_size=${size}; PRAGMA encoding='${encoding}'`)
      db.exec('CREATE TABLE sent (id INTEGER PRIMARY KEY, body TEXT, packed BLOB); CREATE INDEX bodies ON sent (body)')
      db.exec('CREATE TABLE by_name (name TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID')
      const put = db.prepare('INSERT INTO sent (body, packed) VALUES (?, ?)')
      put.run(named('HS-A'), null)
      put.run(long, null)
      for (let i = 0; i < 200; i++) put.run(`row ${i}`, Buffer.alloc(i * 10, 'x'))
      put.run(null, gzipSync(named('HS-GZIP')))
      put.run(Buffer.from(named('HS-BASE64')).toString('base64'), null)
      put.run(`2026-11-23 12:00:00 INFO ${named('HS-LOGGED')}\ndone`, null)
      put.run(named('HS-DELETED'), null)
      db.exec('DELETE FROM sent WHERE id = (SELECT max(id) FROM sent)')
      db.prepare('INSERT INTO by_name VALUES (?, ?)').run('one', named('HS-B'))
    })
    expect(new Set(textsIn(bytes))).toEqual(
      new Set([...['HS-A', 'HS-GZIP', 'HS-BASE64', 'HS-LOGGED', 'HS-B'].map(named), long]),
    )
    const { messages, unread } = readCapture(bytes)
    expect([messages.length, unread]).toEqual([6, []])
    if (encoding === 'UTF-8') {
      const found = messages.find(({ decoded }) => decoded.text === long)
      const end = found?.placeOf({ line: long.split('\n').length, column: 1 })
      expect(bytes.toString('latin1').split('\n')[(end?.line ?? 0) - 1]).toContain('</OTA_HotelResNotifRQ>')
    }
  })

  it('that is cut is told, and read where a message stands on one page', () => {
    const { bytes } = written((db) => {
      db.exec('PRAGMA page_size=8192; CREATE TABLE sent (body TEXT)')
      const put = db.prepare('INSERT INTO sent VALUES (?)')
      put.run(named('HS-A'))
      put.run(named('HS-LONG').replace('Late arrival', 'late '.repeat(4_000)))
    })
    const { messages, unread } = readCapture(bytes.subarray(0, -8_192))
    expect([messages.length, unread.length]).toEqual([1, 1])
    expect(unread[0]?.what).toMatch(/damaged or cut/)
  })

  it('has its write-ahead log told, where that names a notification', () => {
    const file = path.join(FOLDER, 'ahead.db')
    const db = connect(file, 1_000)
    db.exec('PRAGMA journal_mode=WAL; CREATE TABLE sent (body TEXT)')
    const empty = readCapture(readFileSync(`${file}-wal`))
    db.prepare('INSERT INTO sent VALUES (?)').run(SAMPLE)
    const log = readCapture(readFileSync(`${file}-wal`))
    db.close()
    expect(empty.unread).toEqual([])
    expect([log.messages, log.unread.map(({ what }) => what)]).toEqual([[], [expect.stringContaining('write-ahead')]])
  })
})
