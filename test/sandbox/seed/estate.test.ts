import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { estateLists, generateEstate, type SeedNights, type SeedProperty } from '../../../src/sandbox/index.js'
import { startTestSandbox } from '../../support/sandbox.js'
import { distanceByVectors } from '../../support/search-oracle.js'

const OPTIONS = { properties: 300, seed: 42, from: '2026-12-01' }
const estate = [...generateEstate(OPTIONS)]
const digest = (properties: SeedProperty[]) => createHash('sha256').update(JSON.stringify(properties)).digest('hex')
const again = (more: Partial<typeof OPTIONS>) => digest([...generateEstate({ ...OPTIONS, ...more })])

/** Centres as an atlas has them. */
const ATLAS: Record<string, [latitude: number, longitude: number, timezone: string, currency: string]> = {
  Lisboa: [38.71, -9.14, 'Europe/Lisbon', 'EUR'],
  Wien: [48.21, 16.37, 'Europe/Vienna', 'EUR'],
  London: [51.51, -0.13, 'Europe/London', 'GBP'],
  'New York': [40.71, -74.01, 'America/New_York', 'USD'],
  'Buenos Aires': [-34.6, -58.38, 'America/Argentina/Buenos_Aires', 'ARS'],
  Αθήνα: [37.98, 23.73, 'Europe/Athens', 'EUR'],
  Київ: [50.45, 30.52, 'Europe/Kyiv', 'UAH'],
  თბილისი: [41.72, 44.79, 'Asia/Tbilisi', 'GEL'],
  القاهرة: [30.04, 31.24, 'Africa/Cairo', 'EGP'],
  मुंबई: [19.08, 72.88, 'Asia/Kolkata', 'INR'],
  東京: [35.68, 139.69, 'Asia/Tokyo', 'JPY'],
  서울: [37.57, 126.98, 'Asia/Seoul', 'KRW'],
  Sydney: [-33.87, 151.21, 'Australia/Sydney', 'AUD'],
}

describe('a generated estate', () => {
  it('is the same for the same seed, another for another, and begins as a smaller one does', () => {
    expect(again({})).toBe(digest(estate))
    expect(again({ seed: 43 })).not.toBe(digest(estate))
    expect(again({ properties: 40 })).toBe(digest(estate.slice(0, 40)))
  })

  it('has names in eleven scripts', () => {
    const names = estate.map(({ name }) => name).join(' ')
    for (const script of [
      'Latin',
      'Greek',
      'Cyrillic',
      'Georgian',
      'Arabic',
      'Hebrew',
      'Devanagari',
      'Thai',
      'Han',
      'Katakana',
      'Hangul',
    ]) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
    }
  })

  it('stands in real cities', () => {
    const known = estate.filter(({ address }) => ATLAS[address?.cityName ?? ''] !== undefined)
    expect(known.length).toBeGreaterThan(50)
    for (const { latitude = 0, longitude = 0, timezone, currency, address } of known) {
      const [lat, lon, zone, money] = ATLAS[address?.cityName ?? ''] as (typeof ATLAS)[string]
      expect(distanceByVectors({ latitude, longitude }, { latitude: lat, longitude: lon })).toBeLessThan(19)
      expect([timezone, currency]).toEqual([zone, money])
    }
  })

  it('is varied', () => {
    const distinct = (values: unknown[]) => new Set(values).size
    expect(distinct(estate.map(({ rating }) => rating))).toBe(6)
    expect(distinct(estate.map(({ distributorType }) => distributorType))).toBe(4)
    expect(distinct(estate.map(({ propertyType }) => propertyType))).toBeGreaterThanOrEqual(8)
    expect(distinct(estate.map(({ address }) => address?.cityName))).toBeGreaterThanOrEqual(40)
    expect(distinct(estate.flatMap(({ facilities = [] }) => facilities.map(({ id }) => id)))).toBe(40)
    expect(distinct(estate.map(({ hubSwitchId }) => hubSwitchId))).toBe(300)
    expect(new Set(estate.map(({ units = [] }) => units.length))).toEqual(new Set([1, 2, 3, 4, 5]))
  })

  it('has a rate for every night of a year in every room, and nights that are closed, restricted or sold out', () => {
    const rooms = estate.flatMap(({ units = [] }) => units).filter(({ type = 'room' }) => type === 'room')
    const year = Array.from({ length: 365 }, (_, at) => new Date(Date.UTC(2026, 11, 1 + at)).toISOString().slice(0, 10))
    const holds = ({ from, to, days }: SeedNights, day: string) =>
      from <= day &&
      day <= to &&
      (days === undefined ||
        days.includes(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(day).getUTCDay()] as string))
    for (const { calendar = [] } of rooms.slice(0, 25)) {
      for (const day of year)
        expect(calendar.filter((range) => (range.price ?? 0) > 0 && holds(range, day))).toHaveLength(1)
    }
    const all = rooms.flatMap(({ calendar = [] }) => calendar)
    for (const has of [
      (n: SeedNights) => n.closed,
      (n: SeedNights) => n.closedToArrival,
      (n: SeedNights) => n.closedToDeparture,
      (n: SeedNights) => (n.minStay ?? 0) > 1,
      (n: SeedNights) => n.availability === 0,
    ]) {
      expect(all.filter(has).length).toBeGreaterThan(10)
    }
  })

  it('passes the checks of a seed file, and is brought once', async () => {
    const few = { properties: 60, seed: 42, from: '2026-12-01' }
    const [checked, quick] = [await startTestSandbox(), await startTestSandbox()]
    const report = quick.sandbox.seedGenerated(few)
    expect(checked.sandbox.seed({ properties: [...generateEstate(few)], lists: estateLists(few) })).toEqual(report)
    expect(checked.sandbox.counts()).toEqual(quick.sandbox.counts())
    expect(quick.sandbox.counts()).toMatchObject({ properties: 60, units: report.units, settings: report.nights })
    expect(quick.sandbox.seedGenerated({ ...few, properties: 61 })).toMatchObject({ properties: 1, skipped: 60 })
    await Promise.all([checked.close(), quick.close()])
  })

  it('has a list for each city', async () => {
    const sandbox = await startTestSandbox()
    sandbox.sandbox.seedGenerated({ ...OPTIONS, properties: 60 })
    const operator = await sandbox.as('demo-operator')
    const inTokyo = estate.slice(0, 60).filter(({ address }) => address?.cityName === '東京').length
    const listId = (await operator.get('/api/v1/property/list-id-by-domain-name/tokyo.stays.example')).body['result']
    expect(inTokyo).toBeGreaterThan(0)
    expect((await operator.get(`/api/v1/property/count-list/${Number(listId)}`)).body['result']).toBe(inTokyo)
    await sandbox.close()
  })

  it.each([[{ properties: 0 }], [{ properties: 1.5 }], [{ from: '2026-02-30' }]])('refuses %j', (wrong) => {
    expect(() => [...generateEstate({ ...OPTIONS, ...wrong })]).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })
})
