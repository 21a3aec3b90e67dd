import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reconcileAnswer } from '../../../src/cli/reservation/reconcile-answer.js'
import { storyOf } from '../../../src/cli/report/summary.js'
import PropertyApply from '../../../src/commands/property/apply.js'
import RatesPush from '../../../src/commands/rates/push.js'
import { json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

const ROWS = 'hotel,room,plan,date,price\n1000001,101,501,2040-01-01,99\n'

/** A command that was called wrongly ends for its monitor as well, and files that are left alone are named. */
describe('a command that ends before it begins', () => {
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
  const file = (name: string) => path.join(service.folder, name)
  const pinged = () => monitor.requests.map(({ path: at }) => at)

  it.each<[string, Parameters<Recorder['run']>[0], string[], boolean, boolean]>([
    ['a flag that there is not', RatesPush, ['--nope'], true, false],
    ['a column that there is not', RatesPush, ['--columns', 'nope'], true, false],
    ['the address from the variable', RatesPush, ['--nope'], false, true],
    ['another command, with the flag', PropertyApply, ['--nope'], true, false],
  ])('tells the monitor: %s', async (_, command, args, byFlag, byVariable) => {
    if (byVariable) service.env['HUBSWITCH_PING_URL'] = `${monitor.url}/k`
    const { code } = await service.run(
      command,
      service.put('a.csv', ROWS),
      ...args,
      ...(byFlag ? ['--ping-url', `${monitor.url}/k`] : []),
    )
    expect([code, pinged()]).toEqual([2, ['/k/fail']])
    expect(monitor.requests[0]?.body).toContain('wrong flags or settings (exit 2)')
  })

  it('tells nobody who was not to be told, and ends as it does where the monitor is not there', async () => {
    service.env['HUBSWITCH_PING_URL'] = `${monitor.url}/k`
    for (const [command, ...args] of [
      [PropertyApply, '--nope'],
      [RatesPush, '--nope', '--dry-run'],
    ] as const)
      expect((await service.run(command, ...args)).code).toBe(2)
    expect(pinged()).toEqual([])
    await monitor.close()
    expect(await service.run(RatesPush, '--nope')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('was not told') as string,
    })
    monitor = await startScripted(() => json(200, {}))
  })

  it('names the summary that it leaves as it is, because nothing is sent', async () => {
    const summary = ['--summary', file('s.txt')]
    const left = `Nothing is sent, so --summary ${file('s.txt')} is left as it is.`
    const rates = service.put('a.csv', ROWS)
    for (const [exit, ...args] of [
      [0, rates, '--save-plan', file('p')],
      [0, rates, '--dry-run'],
      [2, '--plan', file('p'), '--save-plan', file('q')],
      [2, rates, '--dry-run', '--nope'],
    ] as const) {
      const { code, stderr } = await service.run(RatesPush, ...args, ...summary)
      expect([code, stderr], args.join(' ')).toEqual([exit, expect.stringContaining(left)])
    }
    expect(existsSync(file('s.txt'))).toBe(false)
    expect((await service.run(RatesPush, rates, '--dry-run')).stderr).not.toContain('left as it is')
    await service.run(RatesPush, rates, '--nope', ...summary)
    expect(readFileSync(file('s.txt'), 'utf8')).toContain('wrong flags or settings')
  })

  it('a summary of what stays open says what to type next', () => {
    const row = { id: 1, createdAt: 0, state: 'unknown', channelId: 'HS-1', summary: 'a stay', remark: 'Not found.' }
    const told = (more: object) => {
      const answer = reconcileAnswer([{ ...row, ...more } as never])
      return storyOf({
        command: 'reservation reconcile',
        exitCode: answer.exitCode,
        answer,
        run: undefined,
        startedAt: 0,
        seconds: 0,
        warnings: [],
      })
    }
    expect(told({ isOpen: true })).toMatch(/remark: Not found\.\n.*run "hubswitch reservation reconcile" again/)
    expect(told({ isSurplus: true })).toMatch(/cancelled, then run "hubswitch reservation reconcile" again/)
    expect(told({})).not.toContain('again')
  })
})
