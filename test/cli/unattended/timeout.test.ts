import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import AuthWhoami from '../../../src/commands/auth/whoami.js'
import ProfileSet from '../../../src/commands/profile/set.js'
import RatesPush from '../../../src/commands/rates/push.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

const ROWS = 'hotel_code,room_id,date,price\n1000001,101,2040-01-01,100.00\n'

describe('--timeout', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
    // Never answers.
    service.rooms = () => undefined
  })
  afterEach(() => service.remove())

  const words = async (...args: string[]) => {
    const { code, stderr } = await service.run(AuthWhoami, ...args)
    return { code, limit: /\(([\d.]+) s for all of it\)/.exec(stderr)?.[1] }
  }

  it('wins over HUBSWITCH_TIMEOUT, which wins over the profile', async () => {
    await service.run(ProfileSet, 'main', '--base-url', service.url, '--timeout', '1s')
    service.env['HUBSWITCH_PROFILE'] = 'main'
    expect(await words()).toMatchObject({ code: 10, limit: '1' })
    service.env['HUBSWITCH_TIMEOUT'] = '2s'
    expect(await words()).toMatchObject({ code: 10, limit: '2' })
    expect(await words('--timeout', '1')).toMatchObject({ code: 10, limit: '1' })
  })

  it.each(['0', '0s', '2h', '1.5s', 'soon', '-1', ''])('%j is refused', async (given) => {
    const { code, stderr } = await service.run(AuthWhoami, `--timeout=${given}`)
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--timeout must be a time from 1s to 1h, such as 90s or 2m'),
    ])
    expect(service.requests).toEqual([])
  })

  it('bounds a batch of a push: its outcome is unknown, and the run can be resumed', async () => {
    service.answer = () => () => undefined
    service.rooms = {
      status: 200,
      body: JSON.stringify({ success: true, error: null, rooms: [], processing_times: {} }),
    } as never
    const { code, stdout } = await service.run(
      RatesPush,
      service.put('a.csv', ROWS),
      '--yes',
      '--allow-unknown-rooms',
      '--timeout',
      '1s',
      '--deadline',
      '2s',
      '--json',
    )
    expect(code, stdout).toBe(9)
  })
})
