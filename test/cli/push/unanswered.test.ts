import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunShow from '../../../src/commands/run/show.js'
import RunUndo from '../../../src/commands/run/undo.js'
import { ACCEPTED, refusal, type Recorder, startRecorder } from '../../support/recorder.js'

const rates = (price: number): string => `hotel_code,room_id,from,to,price\n7,101,2030-06-01,2030-06-02,${price}.00\n`

describe('a push that ends without the word of the service', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())
  const push = (price: number, ...flags: string[]) =>
    service.run(RatesPush, service.put('rates.csv', rates(price)), '--yes', ...flags)

  it('says that nights were sent without a usable answer, and the next push of changes sends again', async () => {
    expect((await push(120)).code).toBe(0)
    service.answer = () => (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>ok</html>')
    const lost = await push(150, '--changes-only')
    expect([0, 3, 5]).not.toContain(lost.code)
    expect(lost.stdout).toContain('2 nights sent without a usable answer: the service may have applied them.')
    expect(lost.stdout).not.toMatch(/not sent yet|nights not sent/)
    const shown = await service.run(RunShow, '--last')
    expect(shown.stdout).toContain('0 refused, 2 sent, no usable answer')
    expect(shown.stdout).not.toMatch(/not sent yet|nights not sent/)
    expect((await service.run(RunShow, '--last', '--rows', '--json')).json()).toMatchObject([
      { line: 2, fate: 'sent, no usable answer' },
    ])
    expect((await service.run(RunShow, '--last', '--json')).json()).toMatchObject({
      nights: { left: 2, unanswered: 2 },
    })
    service.answer = () => ACCEPTED
    const sent = service.writes.length
    expect([(await push(120, '--changes-only')).code, service.writes.length]).toEqual([0, sent + 1])
  })

  it.each([
    ['of the same room', 'hotel_code,room_id,from,to,price\n7,101,2030-06-01,2030-06-02,', rates(120), rates(150)],
    [
      'of one room, where the earlier one was for all rooms',
      'hotel_code,room_id,from,to,price\n7,101,2030-06-01,2030-06-02,',
      rates(120).replace(',101,', ',*,'),
      rates(150).replace(',101,', ',*,'),
    ],
  ])(
    'is a later value for the undo of the run before it (%s): left as it is, exit 3, unless --over-later',
    async (_what, head, first, second) => {
      const pushFile = (content: string) => service.run(RatesPush, service.put('rates.csv', content), '--yes')
      expect((await pushFile(first)).code).toBe(0)
      expect((await pushFile(second)).code).toBe(0)
      service.answer = () => (response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>ok</html>')
      expect((await pushFile(`${head}170.00\n`)).code).toBe(12)
      service.answer = () => ACCEPTED
      const sent = service.writes.length
      const undone = await service.run(RunUndo, '2', '--yes')
      expect([undone.code, service.writes.length, undone.stdout], undone.stdout).toEqual([
        3,
        sent,
        expect.stringContaining(
          '2 nights that a later run has set since, or may have, as no usable answer came',
        ) as string,
      ])
      expect((await service.run(RunUndo, '2', '--yes', '--json')).json()).toMatchObject({
        error: { code: 'PARTIAL' },
        laterNights: 2,
        laterUnanswered: 2,
      })
      const over = await service.run(RunUndo, '2', '--yes', '--over-later')
      expect(
        [over.code, service.writes.slice(sent).flatMap(({ entries }) => entries.map(({ price }) => Number(price)))],
        over.stdout,
      ).toEqual([0, [120]])
    },
  )

  it('of an undo does not keep the same undo from being sent again', async () => {
    expect([(await push(120)).code, (await push(150)).code]).toEqual([0, 0])
    service.answer = () => (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>ok</html>')
    expect((await service.run(RunUndo, '2', '--yes')).code).toBe(12)
    service.answer = () => ACCEPTED
    const again = await service.run(RunUndo, '2', '--yes')
    expect([again.code, Number(service.writes.at(-1)?.entries[0]?.['price'])], again.stdout).toEqual([0, 120])
  })

  it('says that nothing was applied where everything was refused, exit 5', async () => {
    service.answer = () => refusal('INVALID_VALUE', 'no such plan')
    const refused = await push(120)
    expect([refused.code, refused.stdout]).toEqual([
      5,
      expect.stringContaining('Run 1: Refused. Nothing was applied. 0 nights acknowledged'),
    ])
  })

  it('of one hotel does not keep --keep-going from sending the others', async () => {
    service.answer = ({ hotel }) =>
      hotel === '7'
        ? (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>ok</html>')
        : ACCEPTED
    const file = service.put(
      'two.csv',
      `${rates(120)}8,101,2030-06-01,2030-06-02,120.00\n9,101,2030-06-01,2030-06-02,120.00\n`,
    )
    const ran = await service.run(RatesPush, file, '--yes', '--keep-going', '--concurrency', '1', '--json')
    expect(ran.json()).toMatchObject({ run: { state: 'stopped', nights: { acknowledged: 4, left: 2, unanswered: 2 } } })
    expect(ran.code).not.toBe(0)
  }, 30_000)

  it('is none where channel credentials are missing: exit 4 before anything is asked or sent', async () => {
    delete service.env['HUBSWITCH_CHANNEL_CREDENTIALS']
    const ran = await push(120)
    expect([ran.code, service.requests.length]).toEqual([4, 0])
    expect(ran.stderr).toContain('--channel-credentials')
    expect(ran.stderr).not.toContain('did not list its rooms')
  })
})
