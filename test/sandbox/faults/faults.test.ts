import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FaultRule } from '../../../src/sandbox/index.js'
import { PROPERTY, startBooking, type BookingSandbox } from '../../support/pms.js'
import { startTestSandbox, temporaryDirectory, type Reply } from '../../support/sandbox.js'

const CREATE = '/api/v1/hubswitch/reservations/create'
const GET_INFO = '/api/v1/partners/get-info'

describe('faults on order', () => {
  let sandbox: BookingSandbox
  const folder = temporaryDirectory()
  let made = 0

  beforeAll(async () => {
    sandbox = await startBooking({ dataDir: folder.dir })
  })
  afterEach(() => sandbox.sandbox.setFaults([]))
  afterAll(async () => {
    await sandbox.close()
    folder.remove()
  })

  /** Books under these rules. Says what the caller saw, and whether the reservation is there afterwards. */
  async function book(rule: FaultRule): Promise<{ reply: Reply | undefined; isStored: boolean; ms: number }> {
    const channelBookingId = `F-${++made}`
    const [month, day] = [String(6 + Math.floor(made / 25)).padStart(2, '0'), String((made % 25) + 1).padStart(2, '0')]
    sandbox.sandbox.setFaults([{ endpoint: 'reservation.create', ...rule }])
    const started = performance.now()
    const reply = await sandbox.supplier
      .post(CREATE, {
        propertyId: PROPERTY,
        channelBookingId,
        checkInDate: `2027-${month}-${day}`,
        checkOutDate: `2027-${month}-${String(Number(day) + 1).padStart(2, '0')}`,
        totalGuestCounts: { adults: 1 },
        booker: { firstName: 'Ada', lastName: 'Lovelace' },
        rooms: [{ roomId: 101, ratePlanId: 501 }],
      })
      .catch(() => undefined)
    const ms = performance.now() - started
    const found = await sandbox.supplier.get(`/api/v1/hubswitch/reservations/v2?channelId=${channelBookingId}`)
    return { reply, isStored: found.status === 200, ms }
  }

  it.each<[FaultRule, number | undefined, boolean]>([
    [{ kind: 'latency', ms: 150 }, 201, true],
    [{ kind: 'too-many' }, 429, false],
    [{ kind: 'error' }, 500, false],
    [{ kind: 'error', status: 503 }, 503, false],
    [{ kind: 'error-after', status: 502 }, 502, true],
    [{ kind: 'cut' }, undefined, false],
    [{ kind: 'cut-after' }, undefined, true],
    [{ kind: 'silence', ms: 150 }, undefined, false],
    [{ kind: 'silence-after', ms: 150 }, undefined, true],
    [{ kind: 'torn' }, undefined, true],
    [{ kind: 'expired-token' }, 401, false],
    [{ kind: 'full-disk' }, 500, false],
  ])('%o', async (rule, status, isStored) => {
    const seen = await book(rule)
    expect({ status: seen.reply?.status, isStored: seen.isStored }).toEqual({ status, isStored })
    if (rule.ms !== undefined) expect(seen.ms).toBeGreaterThanOrEqual(rule.ms - 5)
    // The same request without the fault: nothing lingers.
    expect((await book({ kind: 'error', endpoint: 'reservation.card' })).reply?.status).toBe(201)
  })

  it('a torn answer begins well and ends in the middle', async () => {
    sandbox.sandbox.setFaults([{ kind: 'torn' }])
    const response = await fetch(`${sandbox.url}${GET_INFO}`, {
      headers: { authorization: `Bearer ${sandbox.supplier.token}` },
    })
    expect(response.status).toBe(200)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    await expect(
      (async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read())
          text += Buffer.from(part.value).toString()
      })(),
    ).rejects.toThrow()
    expect(text).toMatch(/^\{/)
    expect(() => JSON.parse(text) as unknown).toThrow()
  })

  it('Retry-After is seconds or a date', async () => {
    sandbox.sandbox.setFaults([
      { kind: 'too-many', retryAfter: 7, count: 1 },
      { kind: 'too-many', retryAfter: 7, isDate: true },
    ])
    expect((await sandbox.supplier.get(GET_INFO)).headers.get('retry-after')).toBe('7')
    const date = Date.parse((await sandbox.supplier.get(GET_INFO)).headers.get('retry-after') ?? '')
    expect(date - Date.now()).toBeGreaterThan(4000)
    expect(date - Date.now()).toBeLessThanOrEqual(7000)
  })

  it('success: false is for /v1 alone', async () => {
    sandbox.sandbox.setFaults([{ kind: 'unsuccessful' }])
    const rooms = await sandbox.supplier.channel('/v1/rooms', { hotel_code: PROPERTY })
    expect({ status: rooms.status, success: rooms.body['success'] }).toEqual({ status: 200, success: false })
    expect((await sandbox.supplier.get(GET_INFO)).status).toBe(200)
    expect(sandbox.sandbox.faults.list()).toMatchObject([{ requests: 1 }])
  })

  it('a count is used up, an endpoint is the only one', async () => {
    sandbox.sandbox.setFaults([{ kind: 'error', count: 2, endpoint: 'auth.whoami' }])
    const statuses: number[] = []
    for (let at = 0; at < 4; at += 1) statuses.push((await sandbox.supplier.get(GET_INFO)).status)
    expect(statuses).toEqual([500, 500, 200, 200])
    expect(sandbox.sandbox.faults.list()).toMatchObject([{ count: 2, remaining: 0 }])
  })

  it('a share is the same for the same seed', async () => {
    const run = async (seed: number): Promise<string> => {
      sandbox.sandbox.setFaults([{ kind: 'error', share: 0.5, seed }])
      let hits = ''
      for (let at = 0; at < 12; at += 1) hits += (await sandbox.supplier.get(GET_INFO)).status === 500 ? 'x' : '.'
      return hits
    }
    const [first, again, other] = [await run(7), await run(7), await run(8)]
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    const hits = first.replaceAll('.', '').length
    expect(hits).toBeGreaterThan(0)
    expect(hits).toBeLessThan(12)
  })

  it('holds for every process on the data, and is in the log', async () => {
    const other = await startTestSandbox({ dataDir: folder.dir, now: () => Date.parse('2027-05-01T12:00:00Z') })
    sandbox.sandbox.setFaults([{ kind: 'full-disk', count: 1, endpoint: 'auth.whoami' }])
    const supplier = await other.as('demo-supplier')
    expect((await supplier.get(GET_INFO)).status).toBe(500)
    expect((await sandbox.supplier.get(GET_INFO)).status).toBe(200)
    expect(other.log.at(-1)).toMatchObject({ status: 500, fault: 'on order: full-disk' })
    await other.close()
  })

  const wrong: FaultRule[] = [
    { kind: 'bang' as 'cut' },
    { kind: 'cut', endpoint: 'nothing.here' as 'auth.whoami' },
    { kind: 'cut', count: 0 },
    { kind: 'cut', share: 2 },
    { kind: 'error', status: 404 },
  ]
  it.each(wrong)('%o is refused', (rule) => {
    expect(() => sandbox.sandbox.faults.add(rule)).toThrow(/cannot be ordered/)
    expect(sandbox.sandbox.faults.list()).toEqual([])
  })
})
