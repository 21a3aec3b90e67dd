import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunList from '../../../src/commands/run/list.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

/** What every request would carry is looked at before a file is read. */
describe('channel credentials that no request can carry', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  it.each<[string, string, RegExp]>([
    ['no JSON', '{"id":', /does not hold valid JSON/],
    ['a list', '[1]', /does not hold a JSON object/],
    ['without a field', '{}', /hold no field\. Nothing was sent\./],
  ])('%s: told before a file or a plan is read, and no run is left', async (_, credentials, words) => {
    const plan = service.put('saved.plan', '')
    const rates = service.put('rates.csv', 'not a price list at all\n')
    service.env['HUBSWITCH_CHANNEL_CREDENTIALS'] = credentials
    for (const what of [[rates], ['--plan', plan]]) {
      const { code, stderr } = await service.run(RatesPush, ...what, '--yes')
      expect([code, stderr]).toEqual([4, expect.stringMatching(words)])
    }
    expect([service.requests, service.writes]).toEqual([[], []])
    expect((await service.run(RunList, '--json')).json()).toEqual([])
  })
})
