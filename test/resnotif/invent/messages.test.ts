import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createPms,
  decodeXml,
  inventedMessage,
  type Invented,
  inventRow,
  lintMessage,
} from '../../../src/resnotif/index.js'

const HOUSE = {
  propertyId: 1000001,
  currencyCode: 'EUR',
  products: [
    { roomId: 101, ratePlanId: 501 },
    { roomId: 101, ratePlanId: 502 },
    { roomId: 102, ratePlanId: 501 },
  ],
  from: '2027-01-01',
}

function first(count: number, options: Partial<Parameters<typeof inventRow>[0]> = {}): Invented[] {
  const row = inventRow({ seed: 7, house: HOUSE, modifyPercent: 0, cancelPercent: 0, ...options })
  return Array.from({ length: count }, () => row.next().value as Invented)
}

const digestOf = (row: readonly Invented[]): string => createHash('sha256').update(JSON.stringify(row)).digest('hex')
const cents = (text: string): number => Math.round(Number(text) * 100)

describe('invented reservations', () => {
  it('are the same for the same seed, on every machine, and others for another', () => {
    const mixed = { modifyPercent: 20, cancelPercent: 10 }
    expect(digestOf(first(200, mixed))).toBe(digestOf(first(200, mixed)))
    expect(digestOf(first(200, mixed))).not.toBe(digestOf(first(200, { ...mixed, seed: 8 })))
    expect(digestOf(first(200, mixed)).slice(0, 16)).toMatchInlineSnapshot(`"4cc0bc2cb6120b5a"`)
  })

  it.each([
    ['EUR', /^\d+\.\d{2}$/],
    ['JPY', /^\d{4,6}$/],
    ['KWD', /^\d+\.\d{3}$/],
  ] as const)('have prices as %s is written, which add up', (currencyCode, form) => {
    for (const [at, one] of first(100, { house: { ...HOUSE, currencyCode }, modifyPercent: 30 }).entries()) {
      const message = inventedMessage(one, at + 1, 'none')
      const amounts = [...message.matchAll(/AmountAfterTax="([^"]*)"/g)].map(([, amount]) => amount)
      expect(amounts.length).toBeGreaterThan(0)
      for (const amount of amounts) expect(amount).toMatch(form)
      expect(lintMessage(message).findings).toEqual([])
    }
  })

  it('make messages that lint finds nothing in and a strict PMS takes', () => {
    const pms = createPms({ persona: 'strict' })
    const row = first(60, { modifyPercent: 20, cancelPercent: 10 })
    const odd = row.flatMap((one, at) => {
      const message = inventedMessage(one, at + 1, 'none')
      const { findings } = lintMessage(message)
      const { outcome } = pms.take(decodeXml(Buffer.from(message)))
      return findings.length === 0 && outcome === 'taken' ? [] : [{ at, findings, outcome }]
    })
    expect(odd).toEqual([])
  })

  it('add up: nights make lines, lines make the reservation, guests are counted, every unit has a guest', () => {
    const row = first(400, { modifyPercent: 30 })
    for (const { reservation } of row) {
      const { rooms, totalPrice, totalGuestCounts, checkInDate, checkOutDate } = reservation
      const nights = (Date.parse(checkOutDate) - Date.parse(checkInDate)) / 86_400_000
      for (const line of rooms) {
        expect(line.dailyPrices.map(({ date }) => date)).toHaveLength(nights)
        expect(line.dailyPrices[0]?.date).toBe(checkInDate)
        expect(line.dailyPrices.reduce((sum, { price }) => sum + cents(price), 0) * line.units).toBe(
          cents(line.totalPrice),
        )
        expect(new Set(line.guests.map(({ unit }) => unit)).size).toBe(line.units)
      }
      expect(rooms.reduce((sum, line) => sum + cents(line.totalPrice), 0)).toBe(cents(totalPrice))
      const children = (totalGuestCounts.children ?? []).reduce((sum, { count }) => sum + count, 0)
      expect(totalGuestCounts.adults + children).toBe(rooms.flatMap(({ guests }) => guests).length)
    }
  })

  it('are of many kinds: scripts, units, products, children, prices that change within a stay, no e-mail', () => {
    const all = first(1_000).map(({ reservation }) => reservation)
    const share = (is: (one: (typeof all)[number]) => boolean): number => all.filter(is).length
    const guestsOf = ({ rooms }: (typeof all)[number]): string =>
      rooms.flatMap(({ guests }) => guests.map(({ lastName }) => lastName)).join(' ')
    for (const script of ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Han', 'Hangul'])
      expect(
        share((one) => new RegExp(`\\p{Script=${script}}`, 'u').test(guestsOf(one))),
        script,
      ).toBeGreaterThan(15)
    for (const units of [1, 2, 3, 4])
      expect(share(({ rooms }) => rooms.reduce((sum, line) => sum + line.units, 0) === units)).toBeGreaterThan(40)
    expect(share(({ rooms }) => rooms.length > 1)).toBeGreaterThan(100)
    expect(
      share(({ rooms }) => rooms.some(({ guests }) => guests.some(({ age }) => age !== undefined))),
    ).toBeGreaterThan(200)
    expect(
      share(({ rooms }) => rooms.some((line) => new Set(line.dailyPrices.map(({ price }) => price)).size > 1)),
    ).toBeGreaterThan(250)
    expect(share(({ booker }) => booker.email === undefined)).toBeGreaterThan(80)
    expect(new Set(all.map(({ bookingId }) => bookingId)).size).toBe(1_000)
  })

  it('change and cancel what was booked before, and never what was cancelled', () => {
    const row = first(1_000, { modifyPercent: 20, cancelPercent: 10 })
    const state = new Map<string, string>()
    const previous = new Map<string, string>()
    for (const { reservation, resStatus } of row) {
      const { bookingId } = reservation
      const before = state.get(bookingId)
      expect(before === undefined).toBe(resStatus === 'Commit')
      expect(before).not.toBe('Cancel')
      if (resStatus === 'Modify') expect(JSON.stringify(reservation)).not.toBe(previous.get(bookingId))
      state.set(bookingId, resStatus)
      previous.set(bookingId, JSON.stringify(reservation))
    }
    const count = (kind: string): number => row.filter(({ resStatus }) => resStatus === kind).length
    expect(count('Modify')).toBeGreaterThan(150)
    expect(count('Cancel')).toBeGreaterThan(70)
  })
})
