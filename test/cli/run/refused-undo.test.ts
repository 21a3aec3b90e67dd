import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunResume from '../../../src/commands/run/resume.js'
import RunShow from '../../../src/commands/run/show.js'
import RunUndo from '../../../src/commands/run/undo.js'
import { ACCEPTED, refusal, type Recorder, startRecorder, type Write } from '../../support/recorder.js'

const rates = (...prices: number[]): string =>
  `hotel_code,room_id,rate_plan_id,date,price\n${prices.map((price, at) => `7,101,501,2030-06-0${at + 1},${price}.00\n`).join('')}`
const covers =
  (night: string) =>
  ({ entries }: Write) =>
    entries.some(({ from, to }) => from <= night && night <= to)

describe('an undo that the service refuses', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
    for (const prices of [
      [100, 101, 102, 103],
      [150, 151, 152, 153],
    ])
      expect((await service.run(RatesPush, service.put('rates.csv', rates(...prices)), '--yes')).code).toBe(0)
  })
  afterEach(() => service.remove())

  const night = {
    hotel: '7',
    room: '101',
    plan: '501',
    from: '2030-06-02',
    to: '2030-06-02',
    reason: 'that night is closed.',
  }

  it('in part ends with 3 and names each night with the reason, in words and in JSON, and later too', async () => {
    service.answer = (write) =>
      covers('2030-06-02')(write) ? refusal('INVALID_VALUE', 'that night is closed') : ACCEPTED
    const words = await service.run(RunUndo, '2', '--yes')
    expect([words.code, words.stdout]).toEqual([
      3,
      expect.stringContaining('hotel 7, room 101, plan 501, 2030-06-02: that night is closed'),
    ])
    const told = await service.run(RunUndo, '2', '--yes', '--json')
    // Only the refused night is left to put back, and it is refused again.
    expect([told.code, told.json()]).toEqual([
      5,
      expect.objectContaining({
        rejectedNights: [{ ...night, code: 'INVALID_VALUE' }],
        laterNights: 0,
        error: expect.objectContaining({ code: 'REFUSED', exitCode: 5 }),
      }),
    ])
    const shown = await service.run(RunShow, '3', '--rows', '--json')
    expect(shown.json()).toMatchObject([
      { from: '2030-06-01', fate: 'acknowledged' },
      { ...night, fate: 'refused' },
      { from: '2030-06-03', to: '2030-06-04', fate: 'acknowledged' },
    ])
    const page = await service.run(RunShow, '3')
    expect(page.stdout).toContain('Undo of    run 2')
    expect(page.stdout).toContain('hotel 7, room 101, plan 501, 2030-06-02: that night is closed')
  })

  it('as a whole ends with 5 and has an error', async () => {
    service.answer = () => refusal('INVALID_VALUE', 'that night is closed')
    const ran = await service.run(RunUndo, '2', '--yes', '--json')
    expect([ran.code, ran.json()]).toEqual([
      5,
      expect.objectContaining({
        error: expect.objectContaining({ code: 'REFUSED', message: expect.stringContaining('(4 nights)') }),
      }),
    ])
    // Every night was in a request that was refused, and nobody said that nothing of it was applied.
    expect(ran.stdout).not.toContain('Nothing was applied')
  })

  it('as it is resumed ends with 3 and names the nights', async () => {
    service.answer = () => (response) => void response.writeHead(429, { 'retry-after': '99999' }).end()
    expect([0, 3, 5]).not.toContain((await service.run(RunUndo, '2', '--yes')).code)
    service.answer = (write) =>
      covers('2030-06-02')(write) ? refusal('INVALID_VALUE', 'that night is closed') : ACCEPTED
    const resumed = await service.run(RunResume, '3', '--json')
    expect([resumed.code, resumed.json()]).toEqual([
      3,
      expect.objectContaining({
        rejectedNights: [expect.objectContaining(night)],
        error: expect.objectContaining({
          code: 'PARTIAL',
          message: expect.stringContaining('the service refused 1 night'),
        }),
      }),
    ])
  })

  it('as it is resumed is unknown for what may have arrived before', async () => {
    service.answer = () => (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>ok</html>')
    expect([0, 3, 5]).not.toContain((await service.run(RunUndo, '2', '--yes')).code)
    service.answer = (write) =>
      covers('2030-06-02')(write) ? refusal('INVALID_VALUE', 'that night is closed') : ACCEPTED
    const resumed = await service.run(RunResume, '3', '--json')
    expect([resumed.code, resumed.json()]).toMatchObject([
      12,
      { run: { nights: { acknowledged: 3, rejected: 0, left: 1, unanswered: 1 } }, error: { code: 'OUTCOME_UNKNOWN' } },
    ])
  })
})
