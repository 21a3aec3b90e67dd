import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournal, openJournalToRead } from '../../src/journal/index.js'

/** No disk has as much room: every one is full. */
const FULL = Number.MAX_VALUE

describe('a journal on a full disk', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-full-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const bytes = (): [string, string][] =>
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')])

  it('is read from a copy that is removed again, with what stands in its log, and is left as it is', () => {
    const target = { profile: 'main', service: 'https://service.example' }
    const writing = openJournal(folder)
    const id = writing.runs.targetId(target, { create: true }) as number
    writing.rooms.keep(id, '1000001', [{ room: '101' }])
    const before = bytes()
    const told: string[] = []
    const reading = openJournalToRead(folder, (file) => told.push(path.basename(file)), FULL)
    expect([told, reading.rooms.of(id, '1000001')?.rooms]).toEqual([
      ['journal.db'],
      [expect.objectContaining({ room: '101' })],
    ])
    reading.rooms.keep(id, '1000001', [{ room: '102' }])
    reading.close()
    expect(bytes()).toEqual(before)
    expect(writing.rooms.of(id, '1000001')?.rooms.map(({ room }) => room)).toEqual(['101'])
    writing.close()
  })

  it('that has room, or where there is none yet, is no copy', () => {
    const told: string[] = []
    for (const room of [FULL, 0]) openJournalToRead(path.join(folder, 'data'), (file) => told.push(file), room).close()
    expect([told, readdirSync(path.join(folder, 'data'))]).toEqual([[], expect.arrayContaining(['journal.db'])])
  })
})
