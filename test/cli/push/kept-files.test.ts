import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunResume from '../../../src/commands/run/resume.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../../support/recorder.js'

const HEADER = 'hotel_code,room_id,date,price\n'

/** A push left to a clock, night after night, beside what people do with the files that it writes. */
describe('a file that a push writes, and somebody has changed,', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())
  const file = (name: string): string => path.join(service.folder, name)
  const rates = (): string => service.put('rates.csv', `${HEADER}1000001,101,2040-01-01,100.00\n`)
  const push = (...words: string[]) =>
    service.run(RatesPush, rates(), '--yes', '--quiet', '--allow-unknown-rooms', ...words)
  const refuse = async (): Promise<string> => {
    service.answer = () => refusal('INVALID_PRICE', 'No.')
    expect((await push('--rejects', file('rejects.csv'))).code).toBe(5)
    const written = readFileSync(file('rejects.csv'), 'utf8')
    service.answer = () => ACCEPTED
    return written
  }
  const asides = (): string[] => readdirSync(service.folder).filter((name) => name.startsWith('rejects.csv.edited-'))

  it.each<[string, () => Promise<{ code: number | null; stderr: string }>, number, boolean]>([
    ['a push that refuses nothing', () => push('--rejects', file('rejects.csv')), 0, false],
    [
      'a push with other rejects',
      () => {
        service.answer = () => refusal('X', 'Other.')
        return push('--rejects', file('rejects.csv'))
      },
      5,
      true,
    ],
    [
      'a push with rows of its own that are wrong',
      () =>
        service.run(
          RatesPush,
          service.put('wrong.csv', `${HEADER}1000001,101,2040-01-01,100.00\n1000001,101,2040-01-02,x\n`),
          '--yes',
          '--quiet',
          '--allow-unknown-rooms',
          '--skip-invalid',
          '--rejects',
          file('rejects.csv'),
        ),
      3,
      true,
    ],
  ])('the rejects are set aside by %s, and told', async (_, next, exit, isWritten) => {
    const written = await refuse()
    const corrected = written.replace('100.00', '150.00')
    writeFileSync(file('rejects.csv'), corrected)
    const { code, stderr } = await next()
    expect([
      code,
      stderr.includes(`${file('rejects.csv')} is not as a push has written it`),
      existsSync(file('rejects.csv')),
    ]).toEqual([exit, true, isWritten])
    expect(asides().map((name) => readFileSync(file(name), 'utf8'))).toEqual([corrected])
    // What this push has written is replaced by the next one like before.
    expect((await next()).code).toBe(exit)
    expect(asides()).toHaveLength(1)
  })

  it('the rejects are set aside twice on one day, by a resume as well', async () => {
    for (const price of ['150.00', '160.00'])
      writeFileSync(file('rejects.csv'), (await refuse()).replace('100.00', price))
    service.answer = () => (response) => void response.destroy()
    await push('--deadline', '2s', '--rejects', file('other.csv'))
    service.answer = () => ACCEPTED
    const { stderr } = await service.run(RunResume, '--last', '--yes', '--quiet', '--rejects', file('rejects.csv'))
    expect([
      stderr.includes('is not as a push has written it'),
      asides()
        .map((name) => /(1[56]0)\.00/.exec(readFileSync(file(name), 'utf8'))?.[1])
        .sort(),
    ]).toEqual([true, ['150', '160']])
  })

  it('rejects without the columns of a push, and a summary that begins otherwise, stay, and what is new goes beside', async () => {
    writeFileSync(file('rejects.csv'), `${HEADER}1000001,101,2040-01-01,150.00\n`)
    writeFileSync(file('push.txt'), 'Dear night desk\n')
    for (const _ of ['first night', 'second night']) {
      service.answer = () => refusal('INVALID_PRICE', 'No.')
      const { code, stderr } = await push('--rejects', file('rejects.csv'), '--summary', file('push.txt'))
      expect([code, stderr]).toEqual([
        5,
        expect.stringMatching(
          /push\.txt is a file that no earlier --summary has written[^]*push-1\.txt[^]*rejects\.csv is a file that no earlier --rejects has written[^]*rejects-1\.csv/,
        ),
      ])
      expect([
        readFileSync(file('rejects-1.csv'), 'utf8').startsWith('_line,_reason,'),
        readFileSync(file('push-1.txt'), 'utf8').startsWith('hubswitch '),
      ]).toEqual([true, true])
    }
    expect([readFileSync(file('rejects.csv'), 'utf8'), readFileSync(file('push.txt'), 'utf8')]).toEqual([
      `${HEADER}1000001,101,2040-01-01,150.00\n`,
      'Dear night desk\n',
    ])
    expect(readdirSync(service.folder).filter((name) => /-2\.|edited/.test(name))).toEqual([])
  })

  it.each([
    ['trimmed in the middle of a line', 'run=3 pid=9 rates push: done.\n'],
    ['of a wrapper too', 'Mon Nov 23 04:15:00 UTC 2026 starting push\n'],
    ['cut short', '2026-11-2'],
    ['with NULs of a machine that went down', `${'\0'.repeat(700)}\n`],
    ['with a blank line first', '\n2026-11-23T04:15:00.000Z INFO  run=1 pid=2 rates push: done\n'],
  ])('a log %s is appended to', async (_, before) => {
    writeFileSync(file('push.log'), before)
    const { code, stderr } = await push('--log-file', file('push.log'))
    const after = readFileSync(file('push.log'), 'utf8')
    expect([code, stderr, after.startsWith(before), after.split('\n').at(-2)]).toEqual([
      0,
      '',
      true,
      expect.stringMatching(/: .*done\. /),
    ])
  })

  it.each([
    ['a.csv', `${HEADER}1,2,3,4\n`],
    ['log', 'SQLite format 3\0\u0010\0\u0001\u0001'],
    ['log', 'PK\u0003\u0004'],
    ['push', '#!/bin/sh\nexit 0\n'],
    ['config.yaml', 'profiles: {}\n'],
  ])('what is plainly no log is refused: %s %j', async (name, content) => {
    writeFileSync(file(name), content)
    expect([
      (await push('--log-file', file(name))).code,
      readFileSync(file(name), 'utf8'),
      service.requests.length,
    ]).toEqual([2, content, 0])
  })

  it.each(['--log-file', '--summary', '--rejects'])(
    '%s is refused in the data directory and over the configuration, also before they are there',
    async (flag) => {
      mkdirSync(file('config'))
      for (const name of ['data/journal.db', 'data/pace.db', 'data/new.txt', 'config/config.yaml']) {
        const more = flag === '--summary' ? ['--summary-format', 'text'] : []
        const { code, stderr } = await push(flag, file(name), ...more)
        expect(
          [
            code,
            stderr,
            existsSync(file(name)) && /hubswitch|_line/.test(readFileSync(file(name), 'latin1').slice(0, 40)),
          ],
          name,
        ).toEqual([2, expect.stringContaining(flag), false])
      }
      expect(service.requests.length).toBe(0)
    },
  )

  it('a log that two programs write to is kept when it grows', async () => {
    writeFileSync(file('push.log'), 'wrapper\n')
    for (let night = 0; night < 8; night += 1) {
      expect(await push('--changes-only', '--log-file', file('push.log'), '--log-max-size', '1KB')).toMatchObject({
        code: 0,
        stderr: '',
      })
      appendFileSync(file('push.log'), 'wrapper\n')
    }
    expect(readdirSync(service.folder).filter((name) => name.startsWith('push.log.')).length).toBeGreaterThan(1)
  })
})
