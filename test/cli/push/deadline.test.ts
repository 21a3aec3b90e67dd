import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunShow from '../../../src/commands/run/show.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

const NIGHTS = 24

describe('--deadline', () => {
  let service: Recorder
  let file: string
  // What is loaded once takes none of the time of a test.
  beforeAll(async () => {
    const other = await startRecorder()
    await other.run(RatesPush, other.put('a.csv', 'hotel_code,room_id,date,price\n1000001,101,2040-01-01,100.00\n'), '--yes')
    await other.remove()
  })
  beforeEach(async () => {
    service = await startRecorder()
    delete service.env['HUBSWITCH_WRITES_PER_MINUTE']
    file = service.put('a.csv', `hotel_code,room_id,date,price\n${Array.from({ length: NIGHTS }, (_, i) => `1000001,101,2040-01-${String(i + 1).padStart(2, '0')},${100 + i}.00\n`).join('')}`)
  })
  afterEach(() => service.remove())

  const push = (...more: string[]) => service.run(RatesPush, file, '--yes', '--entries', '1', ...more, '--deadline', '2s')

  it('lets the first request of each run go out, however careful the start is, and says what was sent and what is left', async () => {
    const first = await push()
    expect([first.code, service.writes.length], first.stdout).toEqual([9, 10])
    expect(first.stdout).toContain('The time of run 1 was up after 10 requests; 14 of 24 nights are left.')
    const before = service.writes.length
    const { code, stdout } = await push('--json')
    const sent = service.writes.length - before
    expect([code, [1, 2].includes(sent)], stdout).toEqual([9, true])
    expect(JSON.parse(stdout)).toMatchObject({
      run: { requests: sent, nights: { acknowledged: sent, left: NIGHTS - sent } },
      error: { code: 'DEADLINE', message: expect.stringMatching(`The time of run 2 was up after \\d requests?; 2\\d of 24 nights are left.`) as string, facts: { requests: sent, left: NIGHTS - sent } },
    })
    expect((await service.run(RunShow, '--last')).stdout).toContain('of 24 nights are left')
  })

  it('asks no more of a service than a person allows: a run whose turn does not come says that it sent nothing', async () => {
    service.env['HUBSWITCH_WRITES_PER_MINUTE'] = '6'
    expect((await push()).code).toBe(9)
    expect(service.writes).toHaveLength(1)
    const second = await push()
    expect([second.code, service.writes.length]).toEqual([9, 1])
    expect(second.stdout).toContain('The time of run 2 was up before its first request; 24 of 24 nights are left.')
  })
})
