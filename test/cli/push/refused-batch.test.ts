import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunShow from '../../../src/commands/run/show.js'
import RunUndo from '../../../src/commands/run/undo.js'
import type { Reply } from '../../client/scripted-server.js'
import { ACCEPTED, refusal, type Recorder, startRecorder } from '../../support/recorder.js'

const rates = (first: number, second: number): string =>
  `hotel_code,room_id,date,price\n7,101,2030-06-01,${first}.00\n7,101,2030-06-02,${second}.00\n`
const CUT: Reply = (response) => void response.destroy()

describe('a request of several entries that is refused', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
    expect((await push(100, 101)).code).toBe(0)
  })
  afterEach(() => service.remove())
  const push = (first: number, second: number, ...flags: string[]) =>
    service.run(RatesPush, service.put('rates.csv', rates(first, second)), '--yes', ...flags)
  const unjudged = async () => {
    service.answer = ({ entries }) => (entries.length > 1 ? refusal('INVALID_VALUE', 'one price is wrong') : CUT)
    return push(150, 151, '--deadline', '2s')
  }

  it('does not say of its nights that they were not sent, before each is judged alone', async () => {
    const ran = await unjudged()
    expect([0, 3, 5]).not.toContain(ran.code)
    expect(ran.stdout).toContain('2 nights sent without a usable answer: the service may have applied them.')
    expect(ran.stdout).not.toContain('not sent yet')
    const rows = (await service.run(RunShow, '2', '--rows', '--json')).json<Record<string, unknown>[]>()
    expect(rows.map(({ fate }) => fate)).toEqual([
      'sent, no usable answer',
      'sent in a refused request, not judged alone yet',
    ])
    expect(rows[1]).toMatchObject({ reason: 'one price is wrong.' })
  }, 30_000)

  it.each([
    ['sent again by --changes-only', () => push(100, 101, '--changes-only')],
    ['put back by an undo', () => service.run(RunUndo, '2', '--yes')],
  ])(
    'leaves nights in doubt, which are %s',
    async (_what, settle) => {
      await unjudged()
      service.answer = () => ACCEPTED
      const before = service.writes.length
      expect((await settle()).code).toBe(0)
      expect(service.writes.slice(before).flatMap(({ entries }) => entries.map(({ from }) => from))).toEqual([
        '2030-06-01',
        '2030-06-02',
      ])
    },
    30_000,
  )

  it('and each of its entries alone: not one was accepted, which does not say that none was applied', async () => {
    service.answer = () => refusal('INVALID_VALUE', 'no such plan')
    const ran = await push(150, 151)
    expect([ran.code, ran.stdout]).toEqual([5, expect.stringContaining('Refused. The service accepted none of it.')])
    expect(ran.stdout).not.toContain('Nothing was applied')
    const json = await push(150, 151, '--json')
    expect(json.json()).toMatchObject({
      error: {
        code: 'REFUSED',
        message: 'The service refused everything that was sent (2 rows). It accepted none of it.',
      },
    })
  })

  it('is settled once each is: nothing stays in doubt', async () => {
    service.answer = ({ entries }) =>
      entries.some(({ from }) => from === '2030-06-02') ? refusal('INVALID_VALUE', 'no') : ACCEPTED
    expect((await push(150, 151)).code).toBe(3)
    service.answer = () => ACCEPTED
    const before = service.writes.length
    expect((await push(150, 101, '--changes-only')).code).toBe(0)
    expect(service.writes.length).toBe(before)
  })
})
