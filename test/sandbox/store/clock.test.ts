import { afterEach, describe, expect, it } from 'vitest'
import { NOW, startBooking, type BookingSandbox } from '../../support/pms.js'
import { temporaryDirectory } from '../../support/sandbox.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function start(options: Parameters<typeof startBooking>[0] = {}): Promise<BookingSandbox> {
  const sandbox = await startBooking(options)
  closers.push(() => sandbox.close())
  return sandbox
}

describe('the clock', () => {
  it('moves the day that decides what is past', async () => {
    const { sandbox, hold } = await start()
    sandbox.clock.set(Date.parse('2027-06-02T12:00:00Z'))
    // Tokens of the day before are stale; a booking of a past day is refused.
    await expect(hold()).rejects.toThrow(/expired/)
  })

  it('lets tokens expire, and new ones live', async () => {
    const { sandbox, supplier, as } = await start()
    expect((await supplier.get('/api/v1/partners/get-info')).status).toBe(200)
    sandbox.clock.advance(3_599_000)
    expect((await supplier.get('/api/v1/partners/get-info')).status).toBe(200)
    sandbox.clock.advance(2000)
    expect((await supplier.get('/api/v1/partners/get-info')).status).toBe(401)
    const again = await as('demo-supplier')
    expect((await again.get('/api/v1/partners/get-info')).status).toBe(200)
  })

  it('decides about past stays', async () => {
    const { sandbox, as } = await start()
    sandbox.clock.set(Date.parse('2027-06-02T12:00:00Z'))
    const supplier = await as('demo-supplier')
    const book = (checkInDate: string, checkOutDate: string) =>
      supplier.post('/api/v1/hubswitch/reservations/create', {
        propertyId: 1000001,
        channelBookingId: checkInDate,
        checkInDate,
        checkOutDate,
        totalGuestCounts: { adults: 1 },
        booker: { firstName: 'Ada', lastName: 'Lovelace' },
        rooms: [{ roomId: 101, ratePlanId: 501 }],
      })
    expect(await book('2027-06-01', '2027-06-03')).toMatchObject({
      status: 422,
      text: expect.stringContaining('at the property it is 2027-06-02') as string,
    })
    expect((await book('2027-06-02', '2027-06-03')).status).toBe(201)
  })

  it('is one clock for all processes on the data, survives a restart, and can be set back', async () => {
    const folder = temporaryDirectory()
    closers.push(folder.remove)
    const one = await start({ dataDir: folder.dir })
    one.sandbox.clock.advance(86_400_000)
    const other = await start({ dataDir: folder.dir })
    expect(other.sandbox.clock.now()).toBe(NOW + 86_400_000)
    other.sandbox.reset()
    expect(one.sandbox.clock.offsetMs).toBe(86_400_000)
    other.sandbox.clock.reset()
    expect(one.sandbox.clock.now()).toBe(NOW)
    expect(() => one.sandbox.clock.set(Number.NaN)).toThrow(/1970/)
  })
})
