import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunResume from '../../../src/commands/run/resume.js'
import RunShow from '../../../src/commands/run/show.js'
import RunUndo from '../../../src/commands/run/undo.js'
import { json } from '../../client/scripted-server.js'
import { ACCEPTED, type Recorder, startRecorder } from '../../support/recorder.js'

const HEADER = 'hotel_code,room_id,date,price\n'
const DOWN = json(401, { status: 'fail', message: 'no' })

describe('a run that is resumed or undone', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  /** Six hotels, one request each, of which none is accepted; then the service is well. */
  const interrupted = async (...flags: string[]): Promise<void> => {
    const file = service.put(
      'a.csv',
      `${HEADER}${[1, 2, 3, 4, 5, 6].map((hotel) => `100000${hotel},101,2040-01-01,100.00\n`).join('')}`,
    )
    service.answer = () => DOWN
    expect((await service.run(RatesPush, file, '--yes', '--json', ...flags)).code).toBe(4)
    service.answer = () => ACCEPTED
    service.writes.length = 0
    service.requests.length = 0
  }
  /** From the first write to the last. The first one signs in before it goes out, so it comes late. */
  const took = (): number => (service.writes.at(-1)?.at ?? 0) - (service.writes[0]?.at ?? 0)

  it('keeps the rate and the concurrency of its push, and says so', async () => {
    await interrupted('--rate', '10', '--concurrency', '1')
    const resumed = await service.run(RunResume, '--last')
    expect([resumed.code, service.writes.length], resumed.stdout).toEqual([0, 6])
    expect(took()).toBeGreaterThanOrEqual(350)
    expect(resumed.stderr).toContain('Run 1 keeps --rate 10 --concurrency 1 of its push.')
  })

  it('asks as fast as a flag of its own says, which is kept in its turn', async () => {
    await interrupted('--rate', '0.01')
    service.answer = (_write, index) => (index < 3 ? ACCEPTED : DOWN)
    const first = await service.run(RunResume, '1', '--rate', '500', '--concurrency', '1')
    expect([first.code, service.writes.length < 6]).toEqual([4, true])
    expect((await service.run(RunShow, '1', '--json')).json<{ command: object }>().command).toMatchObject({
      limits: { ratePerSecond: 500, concurrency: 1 },
    })
    service.answer = () => ACCEPTED
    expect((await service.run(RunResume, '1')).code).toBe(0)
  })

  it('is compressed as its push was, unless --no-gzip', async () => {
    await interrupted('--gzip', '--rate', '1000')
    service.answer = (_write, index) => (index === 0 ? ACCEPTED : DOWN)
    await service.run(RunResume, '1', '--concurrency', '1')
    expect(
      service.requests
        .filter(({ path }) => path === '/v1/room_settings')
        .every(({ headers }) => headers['content-encoding'] === 'gzip'),
    ).toBe(true)
    service.requests.length = 0
    service.answer = () => ACCEPTED
    expect((await service.run(RunResume, '1', '--no-gzip')).code).toBe(0)
    expect(service.requests.some(({ headers }) => headers['content-encoding'] === 'gzip')).toBe(false)
  })

  it('keeps what the environment of its push said, and a saved plan what it was saved with', async () => {
    service.env['HUBSWITCH_RATE'] = '10'
    const plan = `${service.folder}/plan`
    const file = service.put(
      'a.csv',
      `${HEADER}${[1, 2, 3, 4].map((hotel) => `100000${hotel},101,2040-01-01,100.00\n`).join('')}`,
    )
    await service.run(RatesPush, file, '--save-plan', plan)
    delete service.env['HUBSWITCH_RATE']
    const pushed = await service.run(RatesPush, '--plan', plan, '--yes')
    expect([pushed.code, service.writes.length], pushed.stdout + pushed.stderr).toEqual([0, 4])
    expect(took()).toBeGreaterThanOrEqual(200)
  })

  it('is undone in requests of the size that its push was allowed', async () => {
    const rows = (price: string): string =>
      service.put('a.csv', `${HEADER}${[1, 3, 5, 7].map((day) => `1000001,101,2040-01-0${day},${price}\n`).join('')}`)
    await service.run(RatesPush, rows('90.00'), '--yes')
    await service.run(RatesPush, rows('100.00'), '--yes', '--entries', '2', '--rate', '200')
    service.writes.length = 0
    const undone = await service.run(RunUndo, '--last', '--yes')
    expect([undone.code, service.writes.map(({ entries }) => entries.length)], undone.stdout).toEqual([0, [2, 2]])
  })
})
