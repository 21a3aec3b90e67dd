import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import ProfileList from '../../../src/commands/profile/list.js'
import ProfileSet from '../../../src/commands/profile/set.js'
import RatesPush from '../../../src/commands/rates/push.js'
import RunUndo from '../../../src/commands/run/undo.js'
import { json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../../support/recorder.js'

const HEAD = 'hotel,room,plan,date,price\n'
const row = (price: number, date = '2040-01-01'): string => `1000001,101,501,${date},${price}\n`

/** What `--columns` says never changes how a write ends. */
describe('--columns of a command that changes something', () => {
  let service: Recorder
  let monitor: Scripted
  beforeEach(async () => {
    service = await startRecorder()
    monitor = await startScripted(() => json(200, {}))
  })
  afterEach(async () => {
    await monitor.close()
    await service.remove()
  })
  const push = async (content: string, ...more: string[]) =>
    service.run(RatesPush, service.put('a.csv', HEAD + content), '--yes', ...more)

  it('refuses a name that no outcome has before anything is sent', async () => {
    for (const columns of ['nights', 'run.id,nights', 'Run', 'success']) {
      const { code, stderr } = await push(row(99), '--columns', columns)
      expect([code, stderr], columns).toEqual([
        2,
        expect.stringMatching(
          /There is no column "\w+"\. Nothing was sent\.\n(?:Did you mean "\w+"\? )?Columns here: run, plan, /,
        ),
      ])
    }
    for (const columns of ['run.', '.run', 'run..id', 'run,'])
      expect(await push(row(99), '--columns', columns)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/There is no column "[\w.]*"\. Nothing was sent\./) as string,
      })
    expect(await service.run(ProfileList, '--columns', 'name.')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no column "name."') as string,
    })
    expect(service.writes).toEqual([])
    const undo = await service.run(RunUndo, '--last', '--yes', '--columns', 'nope')
    expect([undo.code, undo.stderr]).toEqual([
      2,
      expect.stringContaining('There is no column "nope". Nothing was sent.'),
    ])
  })

  it.each(['accepted', 'refused'])(
    'ends as it would without, and prints what another outcome has as empty: %s',
    async (kind) => {
      service.answer = () => (kind === 'accepted' ? ACCEPTED : refusal('BAD', 'no'))
      const plain = await push(row(99), '--rejects', path.join(service.folder, 'r.csv'))
      for (const [at, columns] of [
        'run,rejects',
        'error.code,undone',
        'run.nothing',
        'untriedRows,warnings',
      ].entries()) {
        const summary = path.join(service.folder, `${at}.json`)
        const { code, stdout, stderr } = await push(
          row(100 + at),
          '--quiet',
          '--rejects',
          path.join(service.folder, 'r.csv'),
          '--columns',
          columns,
          '--summary',
          summary,
          '--ping-url',
          `${monitor.url}/k`,
        )
        expect([code, stderr.includes('There is no column')], `${columns} ${stderr}`).toEqual([plain.code, false])
        expect(
          stdout
            .replace(/\n$/, '')
            .split('\n')
            .map((line) => line.split('\t').length),
          stdout,
        ).toEqual([columns.split(',').length])
        expect(JSON.parse(readFileSync(summary, 'utf8'))).toMatchObject({ exitCode: plain.code })
        expect(monitor.requests.at(-1)?.path).toBe(plain.code === 0 ? '/k' : '/k/fail')
      }
    },
  )

  it('a name that is found wrong only afterwards is told, and the whole record printed', async () => {
    const { code, stdout, stderr } = await service.run(
      ProfileSet,
      'other',
      '--base-url',
      service.url,
      '--columns',
      'nope',
    )
    expect([code, stdout.includes(service.url), stderr]).toEqual([
      0,
      true,
      expect.stringMatching(
        /^There is no column "nope"\. Columns here: .*name.* What this command has done stands\.\n/,
      ),
    ])
    expect(await service.run(ProfileList, '--columns', 'nope')).toMatchObject({ code: 2 })
  })

  it('says which names are inside an object that lacks the one asked for', async () => {
    expect(await push(row(99), '--columns', 'run.nigths')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('There is no "run.nigths" here: id, ') as string,
    })
  })
})
