import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import { NewsTeller } from '../../../src/cli/report/send-news.js'
import { Observer } from '../../../src/cli/unattended/observer.js'
import { headline, renderSummary } from '../../../src/cli/report/summary.js'
import { resolveSettings } from '../../../src/config/index.js'
import { Fault } from '../../../src/errors.js'
import { json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

/** What somebody reads in the morning: mail, summary, monitor. */
describe('what is left for the morning', () => {
  let service: Recorder
  let monitor: Scripted
  beforeEach(async () => {
    service = await startRecorder()
    monitor = await startScripted(() => json(200, {}))
    service.env['HUBSWITCH_PING_URL'] = `${monitor.url}/ping`
  })
  afterEach(async () => {
    await service.remove()
    await monitor.close()
  })
  const file = (name: string) => path.join(service.folder, name)
  const push = (...more: string[]) =>
    service.run(
      RatesPush,
      service.put('a.csv', 'hotel_code,room_id,date,price\n1000001,101,2040-01-01,100.00\n'),
      '--yes',
      '--quiet',
      '--allow-unknown-rooms',
      ...more,
    )
  const told = () => monitor.requests.map(({ path: to }) => to)

  it.each([
    [new Fault('DAMAGED', 'x'), 'the journal is damaged (exit 11)'],
    [new Fault('LOCKED', 'x'), 'locked (exit 11)'],
    [new Fault('USAGE', 'x'), 'wrong flags or settings (exit 2)'],
    [new Fault('DATA_DIRECTORY', 'x', { facts: { isFull: true } }), 'the disk is full (exit 1)'],
    [new Fault('DATA_DIRECTORY', 'x'), 'a file or folder cannot be used (exit 1)'],
  ])('the headline names the cause, not the exit code alone: %s', (fault, words) => {
    expect(
      headline({
        command: 'rates push',
        run: undefined,
        startedAt: 0,
        seconds: 1,
        exitCode: fault.exitCode,
        fault,
        warnings: [],
      }),
    ).toBe(`hubswitch rates push: ${words}`)
  })

  it('a push that was killed leaves no summary of the push before it', async () => {
    writeFileSync(file('sum.txt'), 'hubswitch rates push: done\n')
    let seen = ''
    service.answer = () => {
      seen = readFileSync(file('sum.txt'), 'utf8')
      return json(200, { success: true })
    }
    expect((await push('--summary', file('sum.txt'))).code).toBe(0)
    expect(seen).toMatch(/rates ?push: begun, not ended\n[^]*hubswitch run lock list/)
    expect(readFileSync(file('sum.txt'), 'utf8')).toMatch(/rates ?push: done\n/)
    const open = { command: 'rates push', run: undefined, startedAt: 0, seconds: 0, warnings: [] }
    expect(JSON.parse(renderSummary(open, 'json'))).toMatchObject({ ok: false, exitCode: null })
  })

  it('a summary that cannot be written is told once and stops nothing', async () => {
    const { code, stderr } = await push('--summary', file('none/sum.txt'))
    expect([
      code,
      service.writes.length,
      stderr.match(/cannot be written: its folder does not exist/g)?.length,
    ]).toEqual([0, 1, 1])
  })

  it('settings that cannot be read: monitor and summary hear of it', async () => {
    const config = file('config')
    mkdirSync(config, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(config, 'config.yaml'), 'profiles: {main: {baseUrl: \n - [', { mode: 0o600 })
    service.env['HUBSWITCH_CONFIG_DIR'] = config
    const { code, stderr } = await push('--summary', file('sum.txt'))
    expect([code, stderr.match(/config\.yaml:2/g)?.length, stderr]).toEqual([
      2,
      1,
      expect.stringContaining('Nothing was sent.'),
    ])
    expect([told(), existsSync(file('sum.txt'))]).toEqual([['/ping/start', '/ping/fail'], true])
  })

  it('what --quiet kept back comes with the time it was said, and asks nobody to press a key', () => {
    const observer = new Observer({
      wishes: {},
      log: undefined,
      pinger: undefined,
      redact: (text) => text,
      tell: () => undefined,
    })
    const news = new NewsTeller(
      resolveSettings({ flags: {}, env: {}, configDir: file('c'), dataDir: file('d') }),
      (line) => observer.heard(line, 'info'),
      false,
    )
    news.tell({ kind: 'failing', message: 'No usable answer.', ms: 1_000 })
    expect(observer.notices).toEqual([
      expect.stringMatching(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}No usable answer\. .*"hubswitch run stop" stops it, and "hubswitch run resume --last"/,
      ),
    ])
    expect(observer.notices.join('')).not.toContain('Ctrl-C')
  })

  it('a failure before the first request says that nothing was sent', async () => {
    writeFileSync(file('plain'), '')
    service.env['HUBSWITCH_DATA_DIR'] = file('plain')
    const { code, stderr } = await push()
    expect([code, service.writes.length, stderr]).toEqual([1, 0, expect.stringContaining('Nothing was sent.')])
  })

  it('a refused secret from the environment sends nobody to "auth login", which would not change it', async () => {
    const strict = await startScripted(() => json(401, { status: 'fail', message: 'wrong secret' }))
    try {
      service.env['HUBSWITCH_BASE_URL'] = strict.url
      const { code, stderr } = await push()
      expect([code, stderr.includes('auth login'), stderr]).toEqual([
        4,
        false,
        expect.stringContaining('read from HUBSWITCH_PARTNER_SECRET'),
      ])
    } finally {
      await strict.close()
    }
  })
})
