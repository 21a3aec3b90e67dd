import { copyFile, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { journalOptions } from '../../src/journal/file/index.js'
import { openJournal } from '../../src/journal/index.js'
import { openDatabase } from '../../src/sql/index.js'
import { GET_TOKEN, json, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { copyWhole } from '../support/copies.js'
import { runWarm } from '../support/warm-cli.js'

const TOKEN = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`
const HEAD = 'hotel_code,room_id,rate_plan_id,date,price'

/** A copy of the journal knows nothing of what was pushed after it: no push may leave out nights because of it. */
describe('a push with a journal that was restored without its mark', () => {
  let machine: Machine
  let service: Scripted
  let env: Record<string, string>
  let data: string
  let isDown = false
  const push = async (price: number, ...flags: string[]): Promise<Ran> => {
    const file = path.join(machine.folder, 'rates.csv')
    await writeFile(file, `${HEAD}\n7,101,501,2031-06-01,${price}\n7,101,501,2031-06-02,${price}\n`)
    return runWarm(['rates', 'push', file, '--changes-only', '--yes', ...flags], env)
  }
  const prices = (): string[] =>
    service.to('/v1/room_settings').map(({ body }) => /"price":\s*"?([\d.]+)/.exec(body)?.[1] ?? '')
  const copy = async (parts: readonly string[], from: string, to: string): Promise<void> => {
    await mkdir(to, { recursive: true })
    for (const part of parts) await copyFile(path.join(from, `journal.db${part}`), path.join(to, `journal.db${part}`))
  }
  /** The journal of the first push in the place of the one after the second, and no mark. */
  const restore = async (parts: readonly string[], whenPushed: () => void): Promise<void> => {
    const backup = path.join(machine.folder, 'backup')
    await push(90)
    if (parts.length === 1) {
      const database = openDatabase(path.join(data, 'journal.db'), journalOptions)
      database.get('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    }
    await copy(parts, data, backup)
    await push(120)
    whenPushed()
    for (const part of ['', '-wal', '-shm', '-mark']) await rm(path.join(data, `journal.db${part}`), { force: true })
    await copy(parts, backup, data)
  }

  beforeAll(async () => {
    service = await startScripted(({ path: place }) => {
      if (place === GET_TOKEN)
        return json(200, {
          result: { accessToken: TOKEN, expiresIn: 3600 },
          status: 'success',
          message: null,
          executionTime: 1,
        })
      if (place === '/v1/rooms')
        return json(200, { success: true, error: null, processing_times: {}, hotel_code: 7, rooms: [{ id: 101 }] })
      return json(isDown ? 503 : 200, { success: !isDown, error: null, processing_times: {} })
    })
  })
  beforeEach(async () => {
    machine = await freshMachine()
    data = path.join(machine.folder, 'data-of-its-own')
    env = {
      ...machine.env,
      HUBSWITCH_DATA_DIR: data,
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_RATE: '1000',
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
    }
    service.requests.length = 0
    return () => machine.remove()
  })
  afterAll(() => service.close())

  it.each([
    ['its main file alone', ['']],
    ['its main file and its log', ['', '-wal']],
    ['its main file, its log and the index of that', ['', '-wal', '-shm']],
  ])('%s: sends every night again, says why with --quiet too, and does so once', async (_what, parts) => {
    // While somebody has it open, what was written stays in the log.
    const reader = parts.length === 1 ? undefined : openJournal(data)
    await restore(parts, () => reader?.close())
    expect(prices()).toEqual(['90.00', '120.00'])
    const dry = await push(90, '--dry-run')
    expect(dry.stderr.replaceAll(/\s+/g, ' ')).toMatch(/had no usable journal\.db-mark .* may be an older copy/)
    const again = await push(90, '--quiet')
    expect([again.code, prices()]).toEqual([0, ['90.00', '120.00', '90.00']])
    expect(dry.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'What it has of 1 hotel may be older than what the service holds',
    )
    // Told in full before: a mail every night does not repeat all of it.
    expect(again.stderr).toMatch(/may be an older copy: --changes-only sends the nights of 1 hotel again/)
    expect(again.stderr.trim().split('\n')).toHaveLength(1)
    const settled = await push(90)
    expect([settled.code, prices()]).toEqual([0, ['90.00', '120.00', '90.00']])
    expect(settled.stderr + settled.stdout).not.toContain('older')
  })

  /** A backup of the folder, put back as a whole after a push that it does not know of. */
  const restoreAll = async (): Promise<void> => {
    const backup = path.join(machine.folder, 'backup')
    await push(90)
    await copyWhole(data, backup, true)
    await push(120)
    await rm(data, { recursive: true })
    await cp(backup, data, { recursive: true, preserveTimestamps: true })
  }

  it('a backup of the whole folder: its nights are sent again, and the service holds what the file says', async () => {
    await restoreAll()
    const check = await runWarm(['run', 'journal', 'check'], env)
    expect([check.code, check.stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringMatching(/is not the file that was left here.*may be an older copy/),
    ])
    const again = await push(90, '--quiet')
    expect([again.code, prices().at(-1), prices()]).toEqual([0, '90.00', ['90.00', '120.00', '90.00']])
    expect(again.stderr).toContain('may be an older copy')
    const settled = await push(90)
    expect([settled.code, prices().length, settled.stderr]).toEqual([0, 3, expect.not.stringContaining('older')])
  })

  it.each([
    ['before any command has looked at it', []],
    ['after one has', ['run', 'list']],
  ])('is believed once "run journal trust" says so, %s', async (_when, first) => {
    const backup = path.join(machine.folder, 'backup')
    await push(90)
    await rename(data, backup)
    await cp(backup, data, { recursive: true, preserveTimestamps: true })
    if (first.length > 0) await runWarm(first, env)
    const trusted = await runWarm(['run', 'journal', 'trust'], env)
    expect([trusted.code, trusted.stdout]).toEqual([0, expect.stringContaining('counts as the newest')])
    const next = await push(90)
    expect([next.code, prices(), next.stderr]).toEqual([0, ['90.00'], expect.not.stringContaining('older')])
  })

  it('a resume or an undo sends its older values over what the copy does not know of only with --over-later', async () => {
    await restore([''], () => undefined)
    const before = prices().length
    for (const words of [
      ['run', 'undo', '1', '--yes', '--quiet'],
      ['run', 'undo', '1', '--dry-run'],
    ]) {
      const { code, stderr } = await runWarm(words, env)
      expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
        7,
        expect.stringMatching(/Nothing here says whether hotel 7 was set again after run 1\..*add --over-later/),
      ])
    }
    expect(prices()).toHaveLength(before)
  })

  it('a resume of a run that the copy has as open is kept from it as well, though nothing was acknowledged', async () => {
    isDown = true
    expect((await push(90, '--deadline', '1s')).code).toBe(9)
    isDown = false
    await rm(path.join(data, 'journal.db-mark'))
    const refused = await runWarm(['run', 'resume', '1', '--yes'], env)
    expect([refused.code, refused.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      7,
      expect.stringContaining('Nothing here says whether hotel 7 was set again after run 1.'),
    ])
    const sent = prices().length
    expect((await runWarm(['run', 'resume', '1', '--yes', '--over-later'], env)).code).toBe(0)
    expect(prices()).toHaveLength(sent + 1)
  })

  it('a main file from which all was in the log is no new journal', async () => {
    // What lies there as long as its log has not been taken over into it.
    const reader = openJournal(data)
    await push(90)
    const backup = path.join(machine.folder, 'backup')
    await copy([''], data, backup)
    reader.close()
    await rm(data, { recursive: true })
    await copy([''], backup, data)
    const check = await runWarm(['run', 'journal', 'check'], env)
    expect(check.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /had no usable journal\.db-mark .* bookings made after it may be missing/,
    )
    const listed = await runWarm(['reservation', 'list'], env)
    expect(listed.stderr.replaceAll(/\s+/g, ' ')).toMatch(/had no usable journal\.db-mark/)
    const next = await push(90, '--quiet')
    expect([next.code, next.stderr]).toEqual([0, ''])
  })
})
