import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import ReservationConfirm from '../../../src/commands/reservation/confirm.js'
import ReservationLookup from '../../../src/commands/reservation/lookup.js'
import { cut, json } from '../../client/scripted-server.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

const RECORD = {
  bookingId: '900001',
  status: 'confirmed',
  channelBookingId: 'CB-1',
  propertyId: 1_000_001,
  checkInDate: '2030-06-01',
  checkOutDate: '2030-06-03',
}

describe('what the record of a look-up says in words', () => {
  let service: Recorder
  let found: object = RECORD
  beforeEach(async () => {
    service = await startRecorder()
    service.other = (request) =>
      request.method === 'POST' ? cut : json(200, { result: found, status: 'success', message: 'Reservation found' })
  })
  afterEach(() => service.remove())

  it.each([
    [{ remark: 'Rejected by hotel' }, 'Rejected by hotel'],
    [{ hotelRemarks: 'Call the hotel' }, 'Call the hotel'],
    [{ notices: ['New terms'] }, 'New terms'],
  ])('%j is quoted where it settles a confirmation that had no answer, and where it is shown', async (more, quoted) => {
    found = { ...RECORD, ...more }
    const confirmed = await service.run(ReservationConfirm, '900001')
    expect([confirmed.code, confirmed.stderr], confirmed.stderr).toEqual([
      0,
      expect.stringContaining(`The service adds: "${quoted}"`) as string,
    ])
    const shown = await service.run(ReservationLookup, '--booking-id', '900001', '--json')
    expect(shown.json()).toMatchObject({ bookingId: '900001', warnings: [quoted] })
  })

  it('leaves a confirmation open where it speaks against it, as the answer itself would', async () => {
    found = { ...RECORD, message: 'The hotel has declined this booking' }
    const confirmed = await service.run(ReservationConfirm, '900001')
    expect([confirmed.code, confirmed.stderr]).toEqual([
      12,
      expect.stringContaining('and also message The hotel has declined this booking') as string,
    ])
  })
})

describe('a confirmation with nothing there that listens', () => {
  it('surely did not arrive: exit 10, and not unknown', async () => {
    const service = await startRecorder()
    await service.close()
    const confirmed = await service.run(ReservationConfirm, '900001')
    expect([confirmed.code, confirmed.stderr]).toEqual([10, expect.not.stringContaining('It is not known') as string])
    await service.remove().catch(() => undefined)
  }, 30_000)
})
