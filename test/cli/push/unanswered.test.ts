import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunShow from '../../../src/commands/run/show.js'
import { ACCEPTED, refusal, type Recorder, startRecorder } from '../../support/recorder.js'

const rates = (price: number): string => `hotel_code,room_id,from,to,price\n7,101,2030-06-01,2030-06-02,${price}.00\n`

describe('a push that ends without the word of the service', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())
  const push = (price: number, ...flags: string[]) => service.run(RatesPush, service.put('rates.csv', rates(price)), '--yes', ...flags)

  it('says that nights were sent without a usable answer, and the next push of changes sends again', async () => {
    expect((await push(120)).code).toBe(0)
    service.answer = () => (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>ok</html>')
    const lost = await push(150, '--changes-only')
    expect([0, 3, 5]).not.toContain(lost.code)
    expect(lost.stdout).toContain('2 nights sent without a usable answer: the service may have applied them.')
    expect(lost.stdout).not.toMatch(/not sent yet|nights not sent/)
    const shown = await service.run(RunShow, '--last')
    expect(shown.stdout).toContain('0 refused, 2 sent, no usable answer')
    expect(shown.stdout).not.toMatch(/not sent yet|nights not sent/)
    expect((await service.run(RunShow, '--last', '--rows', '--json')).json()).toMatchObject([{ line: 2, fate: 'sent, no usable answer' }])
    expect((await service.run(RunShow, '--last', '--json')).json()).toMatchObject({ nights: { left: 2, unanswered: 2 } })
    service.answer = () => ACCEPTED
    const sent = service.writes.length
    expect([(await push(120, '--changes-only')).code, service.writes.length]).toEqual([0, sent + 1])
  })

  it('says that nothing was applied where everything was refused, exit 5', async () => {
    service.answer = () => refusal('INVALID_VALUE', 'no such plan')
    const refused = await push(120)
    expect([refused.code, refused.stdout]).toEqual([5, expect.stringContaining('Run 1: Refused. Nothing was applied. 0 nights acknowledged')])
  })

  it('of one hotel does not keep --keep-going from sending the others', async () => {
    service.answer = ({ hotel }) => (hotel === '7' ? (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>ok</html>') : ACCEPTED)
    const file = service.put('two.csv', `${rates(120)}8,101,2030-06-01,2030-06-02,120.00\n9,101,2030-06-01,2030-06-02,120.00\n`)
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
