import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reservationColumns } from '../../../src/cli/calendar/columns.js'
import { renderSummary } from '../../../src/cli/report/summary.js'
import { list, record } from '../../../src/cli/show/view.js'
import CalendarCheck from '../../../src/commands/calendar/check.js'
import PropertyApply from '../../../src/commands/property/apply.js'
import ReservationConfirm from '../../../src/commands/reservation/confirm.js'
import ReservationCreate from '../../../src/commands/reservation/create.js'
import ReservationReconcile from '../../../src/commands/reservation/reconcile.js'
import ResnotifSend from '../../../src/commands/resnotif/send.js'
import RunVerify from '../../../src/commands/run/verify.js'
import SandboxOutboxResend from '../../../src/commands/sandbox/outbox/resend.js'
import { json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

const HOUSE = 'property: { hubSwitchId: HS-A, status: ACTIVE, code: A, name: House A }\n'
const STAY = [
  '--property',
  '1000001',
  '--check-in',
  '2040-01-01',
  '--nights',
  '1',
  '--room',
  '1',
  '--plan',
  '2',
  '--guest',
  'Ada Lovelace',
]

/** What a clock runs besides pushes tells log, summary and monitor how it ended as well. */
describe('a command that is left to a clock', () => {
  let service: Recorder
  let monitor: Scripted
  beforeEach(async () => {
    service = await startRecorder()
    monitor = await startScripted(() => json(200, {}))
    service.put('house.yaml', HOUSE)
    service.put(
      'message.xml',
      '<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations/></OTA_HotelResNotifRQ>',
    )
  })
  afterEach(async () => {
    await monitor.close()
    await service.remove()
  })
  const file = (name: string) => path.join(service.folder, name)
  const reported = () => ['--log-file', file('a.log'), '--summary', file('a.json'), '--ping-url', `${monitor.url}/k`]

  it.each<[string, Parameters<Recorder['run']>[0], () => string[], number, RegExp]>([
    ['reservation reconcile', ReservationReconcile, () => [], 0, /^hubswitch reservation ?reconcile: done/],
    ['reservation create', ReservationCreate, () => STAY, 2, /wrong flags or settings \(exit 2\)/],
    ['run verify', RunVerify, () => ['--last'], 5, /not found \(exit 5\)/],
    ['reservation confirm', ReservationConfirm, () => ['900001'], 12, /\(exit 12\)/],
    ['resnotif send', ResnotifSend, () => [file('message.xml'), '--to', `${monitor.url}/pms`], 8, /\(exit 8\)/],
    ['calendar check', CalendarCheck, () => ['1000001', '--room', '101', '--from', '2040-01-01'], 12, /\(exit 12\)/],
    ['sandbox outbox resend', SandboxOutboxResend, () => ['--all'], 0, /^hubswitch sandbox ?outbox ?resend: done/],
    ['property apply', PropertyApply, () => [file('house.yaml'), '--yes'], 5, /refused by the service \(exit 5\)/],
  ])('%s', async (_, command, args, exit, headline) => {
    const { code, stdout, stderr } = await service.run(command, ...args(), ...reported())
    expect(code, `${stdout}${stderr}`).toBe(exit)
    const log = readFileSync(file('a.log'), 'utf8').trimEnd().split('\n')
    expect([log[0], log.at(-1)]).toEqual([
      expect.stringMatching(/INFO .*: Began hubswitch /),
      expect.stringMatching(headline.source.startsWith('^') ? / done\. / : headline),
    ])
    const summary = JSON.parse(readFileSync(file('a.json'), 'utf8')) as {
      summary: string
      ok: boolean
      exitCode: number
      text: string
    }
    expect(summary).toMatchObject({
      summary: expect.stringMatching(headline) as string,
      ok: exit === 0,
      exitCode: exit,
    })
    expect(summary.text).not.toBe('')
    expect(monitor.requests.map(({ path: at }) => at).sort()).toEqual(
      exit === 0 ? ['/k', '/k/start'] : ['/k/fail', '/k/start'],
    )
  })

  it('tells the monitor of HUBSWITCH_PING_URL, which watches for pushes, only where it is asked to', async () => {
    service.env['HUBSWITCH_PING_URL'] = `${monitor.url}/k`
    expect((await service.run(ReservationReconcile)).code).toBe(0)
    expect(monitor.requests).toEqual([])
    expect((await service.run(ReservationReconcile, '--ping-url', 'env')).code).toBe(0)
    expect(monitor.requests.map(({ path: at }) => at)).toEqual(['/k/start', '/k'])
    delete service.env['HUBSWITCH_PING_URL']
    expect(await service.run(ReservationReconcile, '--ping-url', 'env')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('HUBSWITCH_PING_URL, which is not set') as string,
    })
  })

  it.each<[string, string, () => ReturnType<typeof json>, string[]]>([
    ['with a slash behind its address, which stays', '/k/', () => json(200, {}), ['/k/start', '/k/']],
    ['that says more than anybody reads', '/k', () => json(200, { much: 'x'.repeat(2_000_000) }), ['/k/start', '/k']],
  ])('tells a monitor %s', async (_what, address, answer, paths) => {
    const wordy = await startScripted(answer)
    const { code, stderr } = await service.run(ReservationReconcile, '--ping-url', `${wordy.url}${address}`)
    await wordy.close()
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('was not told')])
    expect(wordy.requests.map(({ path: at }) => at)).toEqual(paths)
  })

  it('a dry run is not reported, and --quiet keeps no data back', async () => {
    await service.run(PropertyApply, file('house.yaml'), '--dry-run', ...reported())
    expect([existsSync(file('a.log')), existsSync(file('a.json')), monitor.requests]).toEqual([false, false, []])
    expect((await service.run(ReservationReconcile, '--quiet', '--json')).json()).toEqual([])
  })

  it('no summary replaces the document that it is about', async () => {
    expect(
      await service.run(PropertyApply, file('house.yaml'), '--summary', file('house.yaml'), '--summary-format', 'text'),
    ).toMatchObject({ code: 2 })
    expect(readFileSync(file('house.yaml'), 'utf8')).toBe(HOUSE)
  })

  it('says what a table or a record says, and no name of a guest', () => {
    const booking = { bookingId: 'B1', status: 'pending', booker: { firstName: 'Ada', lastName: 'Lovelace' } }
    const ending = {
      command: 'reservation create',
      run: undefined,
      startedAt: 0,
      seconds: 1,
      exitCode: 0 as const,
      warnings: [],
    }
    const told = renderSummary({ ...ending, answer: record(booking, reservationColumns) }, 'text')
    expect([told.includes('bookingId: B1; status: pending'), told.includes('Lovelace')]).toEqual([true, false])
    expect(
      renderSummary({ ...ending, answer: list([], [], reservationColumns, 'Nothing is open.') }, 'text'),
    ).toContain('Nothing is open.')
    const rows = Array.from({ length: 130 }, () => booking)
    expect(renderSummary({ ...ending, exitCode: 8, answer: list(rows, rows, reservationColumns, '') }, 'text')).toMatch(
      /not all is as it should be \(exit 8\)[^]*… and 30 more\./,
    )
  })
})
