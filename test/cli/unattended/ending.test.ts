import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import { LogFile } from '../../../src/cli/unattended/log-file.js'
import RunResume from '../../../src/commands/run/resume.js'
import { json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../../support/recorder.js'

const SECRET = 'canary-7f3a9-not-a-secret'
const rows = (...prices: string[]) =>
  `hotel_code,room_id,date,price\n${prices.map((price, at) => `1000001,101,2040-01-${String(at + 1).padStart(2, '0')},${price}\n`).join('')}`

describe('a push with nobody at the screen', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
    service.env['HUBSWITCH_PARTNER_SECRET'] = SECRET
  })
  afterEach(() => service.remove())

  const file = (name: string) => path.join(service.folder, name)
  const push = (...more: string[]) =>
    service.run(RatesPush, service.put('a.csv', rows('100.00')), '--yes', '--allow-unknown-rooms', ...more)
  const linesOf = (name: string) => readFileSync(file(name), 'utf8').trimEnd().split('\n')

  describe('--quiet', () => {
    it('prints nothing on success, and data where they are asked for', async () => {
      expect(await push('--quiet')).toMatchObject({ code: 0, stdout: '', stderr: '' })
      expect((await push('--quiet', '--json')).json()).toMatchObject({ run: { id: 2, state: 'done' } })
      expect((await push('--quiet', '--dry-run')).stdout).toContain('1 night')
    })

    it('is complete on failure: cause, run, next command', async () => {
      service.answer = () => refusal('E1', 'Price below cost')
      const refused = await push('--quiet')
      expect([refused.code, refused.stdout]).toEqual([
        5,
        expect.stringMatching(/Run 1: Refused\.[^]*Price below cost[^]*hubswitch run show 1/),
      ])
      service.answer = () => json(503, { message: 'down for repairs' })
      const down = await push('--quiet', '--deadline', '2s')
      expect([down.code, down.stdout]).toEqual([
        9,
        expect.stringMatching(/Run 2: Interrupted[^]*hubswitch run resume 2/),
      ])
      const wrong = await service.run(RatesPush, service.put('b.csv', rows('abc')), '--yes', '--quiet')
      expect([wrong.code, wrong.stderr]).toEqual([
        6,
        expect.stringMatching(/nothing was sent\.[^]*b\.csv:2[^]*--skip-invalid/),
      ])
    })
  })

  describe('--log-file', () => {
    it('gets a line an event with time, level and run, 0600, and no secret', async () => {
      await push('--log-file', file('push.log'), '--quiet')
      service.answer = () => refusal('E1', `Price below cost\nfor ${SECRET} \u001b[31m`)
      await push('--log-file', file('push.log'), '--quiet')
      const lines = linesOf('push.log')
      expect(
        lines.every((line) =>
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (INFO |WARN |ERROR) run=(-|\d+) pid=\d+ rates ?push: .+$/.test(line),
        ),
        lines.join('\n'),
      ).toBe(true)
      expect(lines.filter((line) => / run=2 .*\(exit 5\)/.test(line))).toHaveLength(1)
      expect([
        lines.join('').includes(SECRET),
        lines.join('').includes('\u001b'),
        statSync(file('push.log')).mode & 0o777,
      ]).toEqual([false, false, 0o600])
    })

    it('in JSON holds the same, a document a line', async () => {
      await push('--log-file', file('push.log'), '--log-format', 'json')
      const events = linesOf('push.log').map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['began', 'sending', 'ended']))
      expect(events.at(-1)).toMatchObject({ level: 'info', event: 'ended', run: 1, pid: process.pid, exitCode: 0 })
    })

    it('is no other file of the command, and none that something else has written', async () => {
      writeFileSync(file('notes.txt'), 'mine\n')
      for (const more of [
        ['--log-file', file('a.csv')],
        ['--log-file', file('x.log'), '--summary', file('x.log'), '--summary-format', 'text'],
        ['--log-file', file('x.log'), '--rejects', file('x.log')],
        ['--rejects', file('y.txt'), '--summary', file('y.txt')],
      ]) {
        const before = service.writes.length
        const refused = await push(...more, '--quiet')
        expect([more, refused.code, service.writes.length]).toEqual([more, 2, before])
      }
      expect([readFileSync(file('notes.txt'), 'utf8'), readFileSync(file('a.csv'), 'utf8').includes('INFO')]).toEqual([
        'mine\n',
        false,
      ])
    })

    it('moves no file that it has not written', () => {
      const problems: string[] = []
      const log = new LogFile({
        file: file('push.log'),
        format: 'text',
        maxBytes: 1_000,
        command: 'rates push',
        onProblem: (problem) => problems.push(problem),
        redact: (text) => text,
      })
      writeFileSync(file('push.log.3'), 'mine\n')
      for (let at = 0; at < 30; at += 1) log.write({ level: 'info', event: 'notice', message: `event ${at}` })
      expect([problems, readFileSync(file('push.log.3'), 'utf8')]).toEqual([
        [expect.stringContaining('push.log.3 is in the way of an older log')],
        'mine\n',
      ])
    })

    it('is rotated by size, and five are kept', () => {
      const problems: string[] = []
      const log = new LogFile({
        file: file('push.log'),
        format: 'text',
        maxBytes: 1_000,
        command: 'rates push',
        onProblem: (problem) => problems.push(problem),
        redact: (text) => text,
      })
      for (let at = 0; at < 100; at += 1) log.write({ level: 'info', event: 'notice', message: `event ${at}` })
      const names = readdirSync(service.folder)
        .filter((name) => name.startsWith('push.log'))
        .sort()
      expect([names, problems]).toEqual([
        ['push.log', 'push.log.1', 'push.log.2', 'push.log.3', 'push.log.4', 'push.log.5'],
        [],
      ])
      const kept = names
        .toReversed()
        .flatMap(linesOf)
        .map((line) => Number(/event (\d+)$/.exec(line)?.[1]))
      expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => 100 - kept.length + at))
      for (const name of names) expect(statSync(file(name)).size).toBeLessThanOrEqual(1_000)
    })

    it.each<[string, (name: string) => void, RegExp]>([
      ['a folder that does not exist', () => undefined, /its folder does not exist/],
      ['a directory', (name) => mkdirSync(name, { recursive: true }), /it is a directory/],
      [
        'a link',
        (name) => {
          mkdirSync(path.dirname(name))
          writeFileSync(`${name}.other`, '')
          symlinkSync(`${name}.other`, name)
        },
        /it is a symbolic link/,
      ],
      ...(process.getuid?.() === 0
        ? [
            [
              'a file of another user',
              (name: string) => {
                mkdirSync(path.dirname(name))
                writeFileSync(name, '')
                chownSync(name, 65_534, 65_534)
              },
              /it belongs to another user \(uid 65534\)/,
            ] as [string, (name: string) => void, RegExp],
          ]
        : []),
    ])('that is %s is told once, with --quiet too, and the push goes on', async (_what, prepare, words) => {
      const name = file('logs/push.log')
      prepare(name)
      const { code, stderr } = await push('--log-file', name, '--quiet')
      expect([code, stderr.match(/cannot be written/g)?.length, stderr]).toEqual([0, 1, expect.stringMatching(words)])
      expect(service.writes).toHaveLength(1)
    })
  })

  describe('--summary', () => {
    it.each(['txt', 'md', 'html', 'json'])(
      '.%s says how it ended, with what others wrote made harmless',
      async (end) => {
        service.answer = () => refusal('E1', '<img src=x onerror=alert(1)> [link](javascript:1)')
        const name = file(`sum.${end}`)
        expect((await push('--summary', name)).code).toBe(5)
        const text = readFileSync(name, 'utf8')
        expect(text).toMatch(/hubswitch rates ?push: refused by the service \(exit 5\)/)
        expect([text.includes('hubswitch run show 1'), statSync(name).mode & 0o777]).toEqual([true, 0o600])
        if (end === 'html') expect(text).not.toContain('<img')
        if (end === 'json')
          expect(JSON.parse(text)).toMatchObject({
            ok: false,
            exitCode: 5,
            run: 1,
            nights: { rejected: 1 },
            error: { code: 'REFUSED' },
          })
        // The next one takes its place.
        service.answer = () => ACCEPTED
        expect((await push('--summary', name)).code).toBe(0)
        expect(readFileSync(name, 'utf8')).toMatch(/hubswitch rates ?push: done/)
        expect(readdirSync(service.folder).filter((one) => one.endsWith('.tmp'))).toEqual([])
      },
    )

    it('replaces no other file, and wants a format that it knows', async () => {
      const other = service.put('notes.txt', 'mine')
      const cases: [string[], RegExp][] = [
        [['--summary', file('a.csv'), '--summary-format', 'text'], /that this command uses/],
        [['--summary', file('sum')], /--summary-format/],
      ]
      for (const [flags, words] of cases)
        expect(await push(...flags)).toMatchObject({ code: 2, stderr: expect.stringMatching(words) })
      expect(service.writes).toEqual([])
      // A push is not worth losing for that: the summary goes beside it.
      expect(await push('--summary', other)).toMatchObject({ code: 0, stderr: expect.stringContaining('notes-1.txt') })
      expect([readFileSync(other, 'utf8'), readFileSync(file('notes-1.txt'), 'utf8').startsWith('hubswitch ')]).toEqual(
        ['mine', true],
      )
    })

    it.each<[string, string[], number, RegExp]>([
      ['an unknown flag', ['--no-such-flag'], 2, /wrong flags or settings \(exit 2\)[^]*no-such-flag/],
      ['a wrong value', ['--log-max-size', 'big'], 2, /wrong flags or settings[^]*--log-max-size/],
      ['something that is not there', [], 5, /not found \(exit 5\)/],
    ])(
      'and log of the last run are not left standing as if they were of this one: %s',
      async (_, more, exit, words) => {
        const flags = ['--summary', file('s.txt'), '--log-file', file('push.log')]
        expect((await push(...flags)).code).toBe(0)
        const again = more.length > 0 ? await push(...flags, ...more) : await service.run(RunResume, '99', ...flags)
        expect(again.code, again.stderr).toBe(exit)
        expect(readFileSync(file('s.txt'), 'utf8')).toMatch(words)
        expect(linesOf('push.log').at(-1)).toMatch(new RegExp(` (ERROR|WARN ) .*\\(exit ${exit}\\)`))
        expect((await push(...flags, '--dry-run', '--no-such-flag')).code).toBe(2)
        expect(readFileSync(file('s.txt'), 'utf8')).toMatch(words)
      },
    )

    it('is written where the push fails before a run exists', async () => {
      await service.run(RatesPush, service.put('b.csv', rows('abc')), '--yes', '--summary', file('s.txt'))
      expect(readFileSync(file('s.txt'), 'utf8')).toMatch(/the input is wrong \(exit 6\)[^]*b\.csv:2/)
    })
  })

  describe('--ping-url', () => {
    let monitor: Scripted
    let status: number
    beforeEach(async () => {
      status = 200
      monitor = await startScripted(() => json(status, {}))
      service.env['HUBSWITCH_PING_URL'] = `${monitor.url}/ping/0123456789abcdef`
    })
    afterEach(() => monitor.close())
    const seen = () => monitor.requests.map(({ path: at }) => at)

    it('hears of start and success, or of failure with the summary; nothing of a dry run', async () => {
      await push('--dry-run')
      expect(seen()).toEqual([])
      await push('--quiet')
      expect(seen()).toEqual(['/ping/0123456789abcdef/start', '/ping/0123456789abcdef'])
      service.answer = () => refusal('E1', `no ${SECRET}`)
      await push('--quiet')
      expect(seen().slice(2).sort()).toEqual(['/ping/0123456789abcdef/fail', '/ping/0123456789abcdef/start'])
      const body = monitor.requests.at(-1)?.body ?? ''
      expect([body.includes('Run: 2'), body.includes(SECRET)]).toEqual([true, false])
    })

    it('that fails is told without its key, and changes no exit code', async () => {
      status = 500
      const failed = await push('--log-file', file('push.log'))
      expect([failed.code, failed.stderr]).toEqual([
        0,
        expect.stringMatching(/The monitor of --ping-url was not told: 127\.0\.0\.1:\d+ answered HTTP 500/),
      ])
      await monitor.close()
      const gone = await push('--quiet', '--log-file', file('push.log'))
      expect([gone.code, gone.stderr]).toEqual([
        0,
        expect.stringMatching(/was not told: 127\.0\.0\.1:\d+ could not be reached/),
      ])
      expect(`${failed.stderr}${failed.stdout}${gone.stderr}${readFileSync(file('push.log'), 'utf8')}`).not.toContain(
        '0123456789abcdef',
      )
    })

    it('that never answers holds nothing up for more than a few seconds', async () => {
      await monitor.close()
      const silent = await startScripted(() => () => undefined)
      service.env['HUBSWITCH_PING_URL'] = silent.url
      const begun = performance.now()
      expect((await push('--quiet')).code).toBe(0)
      // A loaded machine takes its time for the push itself.
      expect(performance.now() - begun).toBeLessThan(40_000)
      await silent.close()
    }, 60_000)

    it.each([
      'http://monitor.example/k-0123456789',
      'ftp://monitor.example',
      'https://u:k-0123456789@monitor.example',
      'k-0123456789',
    ])('%s is refused before anything is sent, and not shown', async (address) => {
      service.env['HUBSWITCH_PING_URL'] = address
      const { code, stderr } = await push()
      expect([code, stderr.includes('HUBSWITCH_PING_URL'), stderr.includes('0123456789'), service.writes]).toEqual([
        2,
        true,
        false,
        [],
      ])
    })
  })

  describe('--jitter', () => {
    it('is told with its figure, and the file is read afterwards', async () => {
      const name = service.put('a.csv', rows('100.00'))
      const random = Math.random
      Math.random = () => 0.9
      const changing = setTimeout(() => writeFileSync(name, rows('123.00')), 300)
      const pushed = await service
        .run(RatesPush, name, '--yes', '--allow-unknown-rooms', '--jitter', '1s', '--deadline', '5s')
        .finally(() => {
          Math.random = random
          clearTimeout(changing)
        })
      expect([pushed.code, pushed.stderr]).toEqual([
        0,
        expect.stringContaining('Waiting 1 s before it begins (--jitter 1 s).'),
      ])
      expect(service.writes[0]?.entries[0]?.['price']).toBe('123.00')
    })

    it('does not make a dry run wait', async () => {
      const begun = performance.now()
      await push('--dry-run', '--jitter', '1h')
      expect(performance.now() - begun).toBeLessThan(5_000)
    })
  })

  it('run resume takes the same flags', async () => {
    service.answer = () => json(503, { message: 'down' })
    await push('--deadline', '1s')
    service.answer = () => ACCEPTED
    expect(
      await service.run(RunResume, '--last', '--quiet', '--log-file', file('push.log'), '--summary', file('s.json')),
    ).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect([linesOf('push.log').at(-1)?.includes('run=1'), existsSync(file('s.json'))]).toEqual([true, true])
  })
})
