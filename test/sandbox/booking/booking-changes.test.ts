import { afterEach, describe, expect, it } from 'vitest'
import type { Scripted } from '../../client/scripted-server.js'
import { accepted, PROPERTY, startBooking, startPms, until, type BookingSandbox } from '../../support/pms.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function start(pms?: Scripted): Promise<BookingSandbox> {
  const sandbox = await startBooking()
  closers.push(() => sandbox.close())
  if (pms !== undefined) sandbox.sandbox.outbox.setAddress({ url: pms.url, envelope: 'none', auth: 'none' })
  return sandbox
}

const DAYS = Array.from({ length: 30 }, (_, at) => `2027-06-${String(at + 1).padStart(2, '0')}`)

/** What is free by the service's own search, room by room and night by night. */
async function freeNights({ supplier }: BookingSandbox, rooms = [101, 102]): Promise<Record<string, number>> {
  const free: Record<string, number> = {}
  for (const day of DAYS.slice(0, 10)) {
    const next = DAYS[DAYS.indexOf(day) + 1] as string
    const reply = await supplier.post('/api/v1/hubswitch/products', {
      propertyId: PROPERTY,
      checkInDate: day,
      checkOutDate: next,
      distributorId: 'demo-distributor',
      distributorCode: 'DEMO',
    })
    const found = reply.body['result']?.['roomTypes'] as unknown as { roomId: number; availableUnits: number }[]
    for (const room of rooms) free[`${room} ${day}`] = found.find(({ roomId }) => roomId === room)?.availableUnits ?? 0
  }
  return free
}

/** The same from the facts of the reservations, counted here: seven doubles, two suites, less what is held. */
async function countedFree(sandbox: BookingSandbox, ids: readonly string[]): Promise<Record<string, number>> {
  const free = Object.fromEntries(
    [
      [101, 7],
      [102, 2],
    ].flatMap(([room, units]) => DAYS.slice(0, 10).map((day) => [`${room} ${day}`, units as number])),
  )
  for (const id of ids) {
    const { status, checkInDate, checkOutDate, rooms } = (await sandbox.lookup(id)) as unknown as {
      status: string
      checkInDate: string
      checkOutDate: string
      rooms: { roomId: number; units: number }[]
    }
    if (status === 'cancelled') continue
    for (const day of DAYS.slice(0, 10)) {
      if (day < checkInDate || day >= checkOutDate) continue
      for (const { roomId, units } of rooms) free[`${roomId} ${day}`] = (free[`${roomId} ${day}`] ?? 0) - units
    }
  }
  return free
}

const bodies = (pms: Scripted): string[] => pms.requests.map(({ body }) => /ResStatus="(\w+)"/.exec(body)?.[1] ?? '')

describe('a cancellation', () => {
  it('gives every night back and tells the PMS, after the booking', async () => {
    const pms = await startPms(accepted)
    closers.push(() => pms.close())
    const sandbox = await start(pms)
    const before = await freeNights(sandbox)
    const kept = await sandbox.book({ checkInDate: '2027-06-02', checkOutDate: '2027-06-04' })
    const gone = await sandbox.book({
      rooms: [
        { roomId: 101, ratePlanId: 501, units: 2 },
        { roomId: 101, ratePlanId: 502, units: 1 },
        { roomId: 102, ratePlanId: 501, units: 1 },
      ],
    })
    const changed = await sandbox.sandbox.cancelBooking(gone)
    expect(changed).toMatchObject({
      status: 'cancelled',
      changed: [{ field: 'status', from: 'confirmed', to: 'cancelled' }],
      taken: [],
    })
    expect(changed.freed.map(({ roomId, units }) => `${units} ${roomId}`)).toEqual(['3 101', '3 101', '1 102', '1 102'])
    expect(await freeNights(sandbox)).toEqual(await countedFree(sandbox, [kept, gone]))
    await sandbox.sandbox.cancelBooking(kept)
    expect(await freeNights(sandbox)).toEqual(before)
    await until(() => sandbox.sandbox.outbox.list().every(({ state }) => state === 'delivered'))
    const ofGone = pms.requests
      .filter(({ body }) => body.includes(`UniqueID Type="14" ID="${gone}"`))
      .map(({ body }) => /ResStatus="(\w+)"/.exec(body)?.[1])
    expect(ofGone).toEqual(['Commit', 'Cancel'])
  })

  it('never overtakes its booking, however often that is tried', async () => {
    const pms = await startPms(
      (response) => void response.writeHead(503).end(),
      (response) => void response.writeHead(503).end(),
      accepted,
    )
    closers.push(() => pms.close())
    const sandbox = await start(pms)
    await sandbox.sandbox.cancelBooking(await sandbox.book())
    await until(() => sandbox.sandbox.outbox.list().every(({ state }) => state === 'delivered'))
    expect(bodies(pms)).toEqual(['Commit', 'Commit', 'Commit', 'Cancel'])
  })

  it('of a pending reservation is not told: the PMS never heard of it', async () => {
    const sandbox = await start()
    const id = await sandbox.hold()
    expect(await sandbox.sandbox.cancelBooking(id)).toMatchObject({ status: 'cancelled', notification: null })
    expect(sandbox.sandbox.outbox.list()).toEqual([])
    expect((await sandbox.supplier.post('/api/v1/hubswitch/reservations/confirm', { bookingId: id })).status).toBe(422)
    await expect(sandbox.sandbox.cancelBooking(id)).rejects.toMatchObject({ code: 'REFUSED' })
    await expect(sandbox.sandbox.cancelBooking('1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a modification', () => {
  it('sells the new stay and gives the old one back, in its own nights as well', async () => {
    const pms = await startPms(accepted)
    closers.push(() => pms.close())
    const sandbox = await start(pms)
    // All seven doubles: the new stay fits only because the old nights are given back first.
    const id = await sandbox.book({ rooms: [{ roomId: 101, ratePlanId: 501, units: 7 }] })
    const changed = await sandbox.sandbox.modifyBooking(id, { checkInDate: '2027-06-02', nights: 3 })
    // 7 units × 80 × 3 nights.
    expect(changed.changed).toEqual(
      expect.arrayContaining([
        { field: 'checkInDate', from: '2027-06-01', to: '2027-06-02' },
        { field: 'checkOutDate', from: '2027-06-03', to: '2027-06-05' },
        { field: 'totalPrice', from: '1120.00', to: '1680.00' },
      ]),
    )
    expect(await sandbox.lookup(id)).toMatchObject({
      status: 'modified',
      checkInDate: '2027-06-02',
      checkOutDate: '2027-06-05',
      totalPrice: '1680.00',
    })
    expect(await freeNights(sandbox)).toEqual(await countedFree(sandbox, [id]))
    await until(() => sandbox.sandbox.outbox.list().every(({ state }) => state === 'delivered'))
    expect(bodies(pms)).toEqual(['Commit', 'Modify'])
    expect(pms.requests[1]?.body).toMatch(/Start="2027-06-02"/)
  })

  it('dropped units take their guests with them out of every count, in the notification too', async () => {
    const pms = await startPms(accepted)
    closers.push(() => pms.close())
    const sandbox = await start(pms)
    const guests = [
      { firstName: 'Ada', lastName: 'Lovelace', unit: 1 },
      { firstName: 'Mary', lastName: 'Shelley', unit: 2 },
      { firstName: 'Percy', lastName: 'Shelley', unit: 2, age: 7 },
    ]
    const id = await sandbox.book({
      totalGuestCounts: { adults: 2, children: [{ age: 7, count: 1 }] },
      rooms: [
        {
          roomId: 101,
          ratePlanId: 501,
          units: 2,
          guestCounts: { adults: 2, children: [{ age: 7, count: 1 }] },
          guests,
        },
      ],
    })
    await sandbox.sandbox.modifyBooking(id, { units: { 1: 1 } })
    const record = await sandbox.lookup(id)
    expect(record).toMatchObject({ totalGuestCounts: { adults: 1 }, rooms: [{ units: 1, guestCounts: { adults: 1 } }] })
    expect(JSON.stringify(record)).not.toContain('"children"')
    await until(() => sandbox.sandbox.outbox.list().every(({ state }) => state === 'delivered'))
    expect(pms.requests.at(-1)?.body.match(/<GuestCount [^>]*>/g)).toEqual([
      '<GuestCount AgeQualifyingCode="10" Count="1"/>',
    ])
  })

  it('where not all who are counted have names, it says so and changes nothing; with the count it goes through', async () => {
    const sandbox = await start()
    const id = await sandbox.book({ totalGuestCounts: { adults: 4 } })
    await expect(sandbox.sandbox.modifyBooking(id, { units: { 1: 1 } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/counts 4 guests and names 2/) as string,
    })
    expect(await sandbox.lookup(id)).toMatchObject({
      status: 'confirmed',
      totalGuestCounts: { adults: 4 },
      rooms: [{ units: 2 }],
    })
    await sandbox.sandbox.modifyBooking(id, { units: { 1: 1 }, totalGuestCounts: { adults: 2 } })
    expect(await sandbox.lookup(id)).toMatchObject({
      status: 'modified',
      totalGuestCounts: { adults: 2 },
      rooms: [{ units: 1 }],
    })
  })

  it('changes units and drops the guests of those that go; a new arrival keeps the length', async () => {
    const sandbox = await start()
    const id = await sandbox.book()
    await sandbox.sandbox.modifyBooking(id, { units: { 1: 1 }, checkInDate: '2027-06-07' })
    expect(await sandbox.lookup(id)).toMatchObject({
      checkInDate: '2027-06-07',
      checkOutDate: '2027-06-09',
      rooms: [{ units: 1, guests: [{ lastName: 'Lovelace' }], totalPrice: '160.00' }],
    })
    expect(((await sandbox.lookup(id))['rooms'] as unknown as { guests: unknown[] }[])[0]?.guests).toHaveLength(1)
    await sandbox.sandbox.modifyBooking(id, { rooms: [{ roomId: 102, ratePlanId: 501, units: 2 }], comment: 'late' })
    expect(await sandbox.lookup(id)).toMatchObject({ comment: 'late', rooms: [{ roomId: 102, units: 2 }] })
    expect(await freeNights(sandbox)).toEqual(await countedFree(sandbox, [id]))
  })

  it('of a pending reservation leaves it pending and is not told', async () => {
    const sandbox = await start()
    const id = await sandbox.hold()
    expect(await sandbox.sandbox.modifyBooking(id, { nights: 1 })).toMatchObject({
      status: 'pending',
      notification: null,
    })
    expect(await sandbox.confirm(id)).toMatchObject({ status: 'confirmed', checkOutDate: '2027-06-02' })
    expect(sandbox.sandbox.outbox.list()).toMatchObject([{ kind: 'commit' }])
  })

  it.each([
    ['more units than are free', { units: { 1: 8 } }, 'REFUSED'],
    ['a stay that is past', { checkInDate: '2027-04-01' }, 'REFUSED'],
    ['a room that is none', { rooms: [{ roomId: 999, ratePlanId: 501 }] }, 'REFUSED'],
    ['a line that is none', { units: { 2: 1 } }, 'INVALID_INPUT'],
    ['a day that is none', { checkInDate: '2027-02-30' }, 'INVALID_INPUT'],
    ['a field that is none', { rooms: [{ room: 1 }] }, 'INVALID_INPUT'],
    ['nothing', {}, 'USAGE'],
  ])('%s is refused and leaves everything as it was', async (_, change, code) => {
    const sandbox = await start()
    const id = await sandbox.book()
    const before = {
      reservation: await sandbox.lookup(id),
      free: await freeNights(sandbox),
      outbox: sandbox.sandbox.outbox.list(),
    }
    await expect(sandbox.sandbox.modifyBooking(id, change)).rejects.toMatchObject({ code })
    expect({
      reservation: await sandbox.lookup(id),
      free: await freeNights(sandbox),
      outbox: sandbox.sandbox.outbox.list(),
    }).toEqual(before)
  })
})
