import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunLockList from '../../../src/commands/run/lock/list.js'
import RunLockRelease from '../../../src/commands/run/lock/release.js'
import { type Journal, openJournal, withRunLock } from '../../../src/journal/index.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

const rows = (price: string) => `hotel_code,room_id,date,price\n1000001,101,2040-01-01,${price}\n`

describe('the lock of a push', () => {
  let service: Recorder
  let journal: Journal
  let file: string
  beforeEach(async () => {
    service = await startRecorder()
    journal = openJournal(path.join(service.folder, 'data'))
    file = journal.runLockFile({ service: service.url, kind: 'rates' })
  })
  afterEach(async () => {
    journal.close()
    await service.remove()
  })

  const push = (price: string, ...more: string[]) =>
    service.run(RatesPush, service.put('a.csv', rows(price)), '--yes', ...more)
  const held = (ms: number, meanwhile = async () => undefined as unknown) =>
    withRunLock(
      journal,
      { service: service.url, kind: 'rates' },
      `the rates push of process ${process.pid}`,
      async () => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        await meanwhile()
      },
    )
  const gone = () => spawnSync(process.execPath, ['-e', '']).pid

  it('held by another: exit 11 at once, or after --lock-wait, with who holds it', async () => {
    const holding = held(4_000)
    const at = await push('100.00')
    expect([at.code, at.stderr]).toEqual([
      11,
      expect.stringMatching(
        new RegExp(
          `Locked by the rates push of process ${process.pid}\\. Nothing was sent\\.[^]*hubswitch run lock list[^]*--lock-wait 5m`,
        ),
      ),
    ])
    const waited = await push('100.00', '--lock-wait', '1s')
    expect([waited.code, waited.stderr]).toEqual([
      11,
      expect.stringMatching(
        /Waiting for the rates push of process \d+ to end, 1 s at most[^]*Waited 1 s for it\. Nothing was sent/,
      ),
    ])
    const late = await push('100.00', '--lock-wait', '1h', '--deadline', '1s')
    expect([late.code, late.stderr, service.writes]).toEqual([
      9,
      expect.stringContaining('which was all that --deadline left'),
      [],
    ])
    await holding
  })

  it('is waited for with --lock-wait, and the file is read afterwards', async () => {
    const name = service.put('a.csv', rows('100.00'))
    const holding = held(800, async () => writeFileSync(name, rows('123.00')))
    const pushed = await service.run(RatesPush, name, '--yes', '--lock-wait', '20s')
    await holding
    expect(pushed.code, pushed.stderr).toBe(0)
    expect(service.writes.map(({ entries }) => entries[0]?.['price'])).toEqual(['123.00'])
  })

  it('left behind by a process that was killed is listed, taken over and told', async () => {
    await push('90.00')
    const pid = gone()
    const note = {
      words: `the rates push of process ${pid}`,
      pid,
      host: hostname(),
      since: Date.now() - 65_000,
      about: { service: service.url, kind: 'rates' },
    }
    writeFileSync(`${file}.holder`, JSON.stringify(note))
    expect((await service.run(RunLockList, '--json')).json()).toMatchObject([
      {
        kind: 'rates',
        service: service.url,
        state: 'left behind',
        process: pid,
        host: hostname(),
        age: '65 s',
        doing: note.words,
      },
    ])
    const pushed = await push('100.00')
    expect([pushed.code, pushed.stderr]).toEqual([
      0,
      expect.stringContaining(
        `The lock of the rates push of process ${pid}, begun ${new Date(note.since).toISOString()}, was left behind`,
      ),
    ])
    expect((await service.run(RunLockList, '--json')).json()).toEqual([])
    expect(existsSync(`${file}.holder`)).toBe(false)
  })

  it('release removes one that was left behind, and one that is held only with --force', async () => {
    await push('90.00')
    const release = (...more: string[]) => service.run(RunLockRelease, 'rates', ...more)
    expect((await release('--yes')).stdout).toContain('No push of rates')
    writeFileSync(
      `${file}.holder`,
      JSON.stringify({ words: 'the rates push of process 1', pid: gone(), host: hostname(), since: 1, about: {} }),
    )
    expect((await release()).code).toBe(2)
    expect((await release('--yes', '--json')).json()).toMatchObject({ released: true })
    const holding = held(1_500)
    expect((await service.run(RunLockList, '--json')).json()).toMatchObject([{ state: 'held', process: process.pid }])
    expect(await release('--yes')).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(/is held by the rates push of process \d+, which is at work[^]*--force/),
    })
    const forced = await release('--yes', '--force')
    expect([forced.code, forced.stdout]).toEqual([0, expect.stringContaining('it goes on sending')])
    expect((await push('95.00')).code).toBe(0)
    await holding
  })

  it('its note is not written through a link', async () => {
    await push('90.00')
    const other = service.put('other.txt', 'kept')
    symlinkSync(other, `${file}.holder`)
    await push('91.00')
    expect(readFileSync(other, 'utf8')).toBe('kept')
  })
})
