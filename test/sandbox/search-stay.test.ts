import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type Caller, type Reply, type TestSandbox } from '../support/sandbox.js'

/** Searches with a stay: only what sells something for it, at the price of that stay. */
describe('search with stay dates', () => {
  let sandbox: TestSandbox
  let supplier: Caller

  beforeAll(async () => {
    sandbox = await startTestSandbox({ now: () => Date.parse('2027-05-01T12:00:00Z') })
    const house = (name: string, basePrice: number, ratePlans: string[] = ['Flexible']) => ({
      name,
      code: name,
      hubSwitchId: name,
      currency: 'EUR',
      units: [{ name: 'Double', count: 2, basePrice, ratePlans }],
    })
    sandbox.sandbox.seed({
      properties: [
        house('A', 80),
        house('B', 70),
        house('C', 60),
        house('NOPLAN', 10, []),
        { ...house('OFF', 5), status: 'INACTIVE' },
      ],
    })
    supplier = await sandbox.as('demo-supplier')
    // B: dear on one night of the stay; C: sold out on its last night.
    await supplier.channel('/v1/room_settings', {
      hotel_code: 1000002,
      room_settings: [{ room_id: 102, from: '2027-06-02', to: '2027-06-02', price: '200' }],
    })
    await supplier.channel('/v1/inventory', {
      hotel_code: 1000003,
      availabilities: [{ room_id: 103, from: '2027-06-03', to: '2027-06-03', availability: 0 }],
    })
  })
  afterAll(() => sandbox.close())

  const search = (stay: object): Promise<Reply> =>
    supplier.post('/api/v1/property/search-v4', {
      latitude: '0',
      longitude: '0',
      ...stay,
      sortRequests: [{ field: 'price', order: 'ASC' }],
    })
  const namesOf = (reply: Reply): unknown[] =>
    (reply.body['result'] as unknown as { content: { name: string }[] }).content.map(({ name }) => name)

  it('without a stay, all, by the lowest base price', async () => {
    expect(namesOf(await search({}))).toEqual(['OFF', 'NOPLAN', 'C', 'B', 'A'])
  })

  it('with one, what can be booked, by the price of the whole stay', async () => {
    const reply = await search({ checkInDate: '2027-06-01', checkOutDate: '2027-06-04' })
    expect(namesOf(reply)).toEqual(['A', 'B'])
    expect(reply.body['result']).toMatchObject({ totalElements: 2 })
    expect(namesOf(await search({ checkInDate: '2027-06-01', checkOutDate: '2027-06-03' }))).toEqual(['C', 'A', 'B'])
    expect(namesOf(await search({ checkInDate: '2027-06-03', checkOutDate: '2027-06-04' }))).toEqual(['B', 'A'])
  })

  it('a stay that is past finds nothing', async () => {
    expect(namesOf(await search({ checkInDate: '2027-04-01', checkOutDate: '2027-04-02' }))).toEqual([])
  })

  it('the list search takes a stay as well', async () => {
    const reply = await supplier.post('/api/v1/property/search-list-id-v4', {
      listId: 1,
      checkInDate: '2027-06-01',
      checkOutDate: '2027-06-04',
    })
    expect(new Set(namesOf(reply))).toEqual(new Set(['A', 'B']))
  })

  it.each([
    [{ checkInDate: '2027-06-01' }, 'checkOutDate'],
    [{ checkOutDate: '2027-06-01' }, 'checkInDate'],
    [{ checkInDate: '2027-06-02', checkOutDate: '2027-06-01' }, 'checkOutDate'],
  ])('half a stay is refused: %j', async (stay, field) => {
    const reply = await search(stay)
    expect(reply.status).toBe(400)
    expect(reply.body['errors']).toMatchObject([{ field }])
  })
})
