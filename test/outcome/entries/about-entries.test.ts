import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../support/cpu-time.js'
import { batchJudged, COUNTS, exitOf, RATES } from './batch-judged.js'

const at = { room_id: 101, rate_plan_id: 501, date: '2027-07-03' }
const ONE = RATES.slice(0, 1)

describe('an answer to a batch that is about something else', () => {
  it.each<[object, string]>([
    [{ room_settings: [{ ...at, room_id: 999, price: 120 }] }, 'room_settings[0].room_id 999, not 101, 102'],
    [{ room_settings: [{ ...at, rate_plan_id: 777 }] }, 'room_settings[0].rate_plan_id 777, not 501'],
    [{ room_settings: [{ ...at, hotel_code: 1_000_002 }] }, 'room_settings[0].hotel_code 1000002, not 1000001'],
    [
      { room_settings: [{ ...at, date: '2028-07-03', price: 120 }] },
      'room_settings[0] nights 2028-07-03, not 2027-07-01 to 2027-07-31',
    ],
    [{ stored: [{ roomId: 999, night: '2027-07-03', amount: 120 }] }, 'stored[0].roomId 999, not'],
    [{ data: { rooms: [{ id: 999, name: 'Suite' }] } }, 'data.rooms[0].id 999, not'],
    [{ rooms: [999] }, 'rooms[0] 999, not 101, 102'],
    [{ room_ids: ['999'] }, 'room_ids[0] 999, not'],
    [{ hotelCode: 1_000_002 }, 'hotelCode 1000002, not 1000001'],
    [{ propertyId: '1000002' }, 'propertyId 1000002, not'],
    [{ room_id: 999 }, 'room_id 999, not 101, 102'],
    // One of two stands for another room.
    [
      {
        room_settings: [
          { ...at, price: 120 },
          { ...at, room_id: 103, price: 130 },
        ],
      },
      'room_settings[1].room_id 103, not',
    ],
    [{ rates: { 999: { '2027-07-03': 120 } } }, 'rates.999 999, not'],
    [{ calendar: { '2028-01-01': { 101: 120 } } }, 'nights 2028-01-01, not'],
  ])('%j names another room, plan, hotel or night', (answer, words) => {
    const judgement = batchJudged(answer)
    expect([exitOf(judgement), judgement.words]).toEqual([12, expect.stringContaining(words)])
  })

  it.each<[object, string]>([
    [{ room_settings: [{ ...at, price: 90 }] }, 'room_settings[0].price 90, not 120.00'],
    [{ room_settings: [{ ...at, price: null }] }, 'room_settings[0].price null, not 120.00'],
    [{ room_settings: [{ ...at, price: '' }] }, 'room_settings[0].price empty, not 120.00'],
    [{ room_settings: [{ ...at, price: 120, currency: 'USD' }] }, 'room_settings[0].currency USD, not EUR'],
    [{ stored: [{ ...at, price: 90 }] }, 'stored[0].price 90'],
    [{ entry: { ...at, price: 90 } }, 'entry.price 90'],
    [{ entries: [{ room: 101, from: '2027-06-01', to: '2027-07-15', price: 90 }] }, 'entries[0].price 90'],
    [{ items: [{ roomCode: '101', day: '2027-07-03T00:00:00Z', rate: '90' }] }, 'items[0].rate 90'],
    [{ data: [{ room: { id: 101 }, date: '2027-07-03', price: { amount: '90.00', currency: 'EUR' } }] }, 'price 90.00'],
    [{ results: [{ room_id: 101, rates: [{ date: '2027-07-03', price: 90 }] }] }, 'results[0].rates[0].price 90'],
    [{ result: { settings: [{ ...at, price: 90 }] } }, 'result.settings[0].price 90'],
    [{ rates: { 101: { '2027-07-03': 90 } } }, 'rates.101.2027-07-03 90, not 120.00'],
    [{ stored: { '2027-07-03': { 101: { price: 90 } } } }, 'stored.2027-07-03.101.price 90'],
    [{ prices: { 101: 90 } }, 'prices.101 90, not 120.00'],
    [{ data: { '101': { '501': { '2027-07-03': 90 } } } }, 'data.101.501.2027-07-03 90'],
    [{ room_settings: [{ date: '2027-07-03', price: 90 }] }, 'room_settings[0].price 90'],
    [{ room_settings: [{ room_id: 101, price: 90 }] }, 'room_settings[0].price 90'],
    [{ price: 90 }, 'price 90, not 120.00'],
    [{ price: null }, 'price null, not 120.00'],
    [{ currency: 'USD' }, 'currency USD, not EUR'],
    [{ room_settings: [] }, 'room_settings an empty list, not 2 entries'],
    [{ stored: [] }, 'stored an empty list, not 2 entries'],
    [{ data: { entries: [] } }, 'data.entries an empty list, not 2 entries'],
    [{ created: [], updated: [] }, 'created an empty list'],
  ])('%j shows another value', (answer, words) => {
    const judgement = batchJudged(answer)
    expect([exitOf(judgement), judgement.words]).toEqual([12, expect.stringContaining(words)])
  })

  it.each<object>([
    { availabilities: [{ room_id: 101, date: '2027-07-03', availability: 4 }] },
    { availabilities: [{ room_id: 101, date: '2027-07-03', availability: null }] },
    { inventory: { 101: { '2027-07-03': 4 } } },
    { stored: [{ unit_id: 102, date: '2027-07-03', quantity: 5 }] },
    { rooms: [{ id: 103, available: 5 }] },
    { availabilities: [] },
  ])('%j leaves counts open', (answer) => {
    expect(exitOf(batchJudged(answer, { sent: COUNTS, key: 'inventory.push' }))).toBe(12)
  })
})

describe('an answer to a batch that repeats what was sent', () => {
  const whole = [
    ...RATES,
    { room_id: 103, rate_plan_id: 501, from: '2027-07-01', to: '2027-07-31', price: 80 },
    { room_id: 101, rate_plan_id: 777, from: '2027-07-01', to: '2027-07-31', price: 90 },
    { ...at, date: '2027-09-01', price: 70 },
  ]
  it.each<object>([
    { room_settings: RATES },
    { request: { hotel_code: 1_000_001, room_settings: RATES } },
    { hotel_code: '1000001', stored: RATES.map((one) => ({ ...one, updatedBy: 'api', version: 7, note: null })) },
    // The calendar of the hotel, in which what was sent stands.
    { room_settings: whole },
    { calendar: { rooms: whole.map((one) => ({ ...one, closed: false, min_stay: 1, max_stay: null })) } },
    { updated: { 101: 'ok', 102: 'stored' } },
    {
      results: [
        { room_id: 101, status: 'ok' },
        { room_id: 102, status: 'stored' },
      ],
    },
    {
      results: [
        { index: 0, status: 'ok' },
        { index: 1, status: 'ok' },
      ],
    },
    { results: [{ id: 'r-1', success: true }] },
    { rooms: [101, 102] },
    { stored: [101, '102'] },
    { ids: ['8f3', '8f4'] },
    { price: '120.00', currency: 'EUR' },
    { previous: [{ ...at, price: 90 }] },
    { room: 'DBL', hotel: 'Seaview' },
    { errors: [], warnings: [], links: [] },
    { count: 2, updated: 2, nights: 40 },
  ])('%j is done, and nothing is told', (answer) => {
    const judgement = batchJudged(answer)
    expect([exitOf(judgement), judgement.words, judgement.additions]).toEqual([0, '', undefined])
  })

  it.each<[object, string]>([
    [
      { room_settings: RATES.slice(0, 1) },
      'room_settings: 1 of 2 entries, without room 102, plan 501, 2027-07-01 to 2027-07-09',
    ],
    [
      { room_settings: [{ ...at, price: 120, min_stay: '2', currency: 'eur' }] },
      'room_settings: parts of 2 entries, without room 101, plan 501, 2027-07-01 and 29 more nights',
    ],
    [
      { room_settings: [{ room_id: 101, from: '2027-07-01', to: '2027-08-01', price: 120 }] },
      'room_settings: 1 of 2 entries, without room 102',
    ],
    [
      { rates: { 101: { '2027-07-03': 120 }, 102: { '2027-07-03': '130.0' } } },
      'rates: parts of 2 entries, without room 101',
    ],
    [{ rooms: ['101'] }, 'rooms: 1 of 2 entries, without room 102'],
    [{ room_ids: [102] }, 'room_ids: 1 of 2 entries, without room 101'],
    [{ rooms: [{ id: 'a8f3', code: '101', name: 'Double' }] }, 'rooms: 1 of 2 entries, without room 102'],
    [
      { dates: ['2027-07-01', '2027-07-09'] },
      'dates: parts of 2 entries, without room 101, plan 501, 2027-07-02 and 28 more nights',
    ],
    [
      { items: [{ room_id: 101, from: '2027-07-01', to: '2027-07-30' }, { room_id: 102 }] },
      'items: 1 of 2 entries, without room 101, plan 501, 2027-07-31',
    ],
    [{ from: '2027-07-01', to: '2027-07-09' }, '1 of 2 entries, without room 101, plan 501, 2027-07-10 to 2027-07-31'],
    [{ room_settings: [{ ...at, price: 120, old: { price: 90 } }] }, 'room_settings: parts of 2 entries'],
    [{ rooms: [{ code: 'DBL', id: 102 }] }, 'rooms: 1 of 2 entries, without room 101'],
  ])('%j is a part of it, which is told', (answer, told) => {
    const judgement = batchJudged(answer)
    expect([exitOf(judgement), judgement.additions]).toEqual([0, [expect.stringContaining(told)]])
  })

  it.each<[object, string]>([
    [{ applied: [101] }, 'applied with 1 of 2 entries, without room 102'],
    [{ updatedRooms: [101] }, 'updatedRooms with 1 of 2 entries, without room 102'],
    [{ rooms_updated: ['102'] }, 'rooms_updated with 1 of 2 entries, without room 101'],
    [{ data: { stored: [101] } }, 'data with 1 of 2 entries, without room 102'],
    [{ accepted: { 101: 'ok' } }, 'accepted with 1 of 2 entries, without room 102'],
    [
      { stored: [{ ...at, price: { amount: 120, currency: 'EUR' } }] },
      'stored with parts of 2 entries, without room 101',
    ],
    [{ created: [], updated: [{ ...at, price: 120 }] }, 'updated with parts of 2 entries'],
    [{ savedDates: ['2027-07-03'] }, 'savedDates with parts of 2 entries'],
    [{ appliedNights: { '2027-07-03': 'ok' } }, 'appliedNights with parts of 2 entries'],
    [{ byDate: {} }, 'byDate an empty map, not 2 entries'],
    [{ applied: {} }, 'applied an empty map, not 2 entries'],
    [{ applied: '' }, 'applied empty, not 2 entries'],
    [{ stored: 'none' }, 'stored none, not 2 entries'],
    [{ updated: '0' }, 'updated 0, not 2 entries'],
    [{ saved: null }, 'saved null, not 2 entries'],
    [{ updatedRooms: [] }, 'updatedRooms an empty list, not 2 entries'],
  ])('%j says of a part that it was done, which leaves the others open', (answer, words) => {
    const judgement = batchJudged(answer)
    expect([exitOf(judgement), judgement.words]).toEqual([12, expect.stringContaining(words)])
  })

  it.each<object>([
    { applied: [101, 102] },
    { updated: [101], unchanged: [{ room_id: 102 }] },
    { applied: { 101: 'ok', 102: 'ok' } },
    { created: null, updated: [101, 102] },
    {
      stored: [
        { room_id: 101, from: '2027-07-01', to: '2027-07-20' },
        { room_id: 101, from: '2027-07-21', to: '2027-07-31' },
        { room_id: 102 },
      ],
    },
    { applied: ['DBL', 'SUI'], created: null },
  ])('%j leaves nothing open', (answer) => {
    expect(exitOf(batchJudged(answer))).toBe(0)
  })

  it('of the nights between entries it shows each as it was sent', () => {
    const days = { room_id: 101, rate_plan_id: 501 }
    const sent = [
      { ...days, from: '2027-07-01', to: '2027-07-09', closed: false },
      { ...days, from: '2027-07-10', to: '2027-07-31', closed: true, days: ['FRI', 'SAT'] },
      { from: '2027-08-01', to: '2027-08-31', price: 80 },
    ]
    const told = (row: object): number => exitOf(batchJudged({ room_settings: [row] }, { sent }))
    expect(told({ ...days, from: '2027-07-01', to: '2027-07-10', closed: false })).toBe(0)
    expect(told({ ...days, from: '2027-07-08', to: '2027-07-11', closed: true })).toBe(12)
    expect(told({ ...days, date: '2027-07-16', closed: false })).toBe(12)
    expect(told({ ...days, from: '2027-07-12', to: '2027-07-15', closed: false })).toBe(12)
    // What was sent for all rooms is shown for one.
    expect(told({ ...days, date: '2027-08-03', price: 80 })).toBe(0)
    expect(told({ room_id: 7, date: '2027-08-03', price: 80 })).toBe(0)
    expect(told({ room_id: 7, date: '2027-08-03', price: 60 })).toBe(12)
  })

  it.each<[object, string]>([
    [{ stored: [{ k: '101/501', v: 90 }] }, 'stored: {"k":"101/501","v":90}'],
    [{ stored: [999] }, 'stored: 999'],
    [{ room_settings: null }, 'room_settings: null'],
    [{ data: [] }, 'data: an empty list'],
    [{ room_settings: ['101', null, 7] }, 'room_settings: 101, null, 7'],
    [{ updated: { 101: 31 } }, 'updated: {"101":31}'],
  ])('%j cannot be read, and is told', (answer, told) => {
    const judgement = batchJudged(answer, { sent: ONE })
    expect([exitOf(judgement), judgement.additions]).toEqual([0, [told]])
  })

  it('is read in the names of the overlay, wherever it stands', () => {
    const overlay = {
      rename: {
        'rates.push': { room_settings: 'cells', 'room_settings.price': 'money', 'room_settings.room_id': 'zimmer' },
      },
    }
    const sent = [{ ...at, from: at.date, to: at.date, price: '120.00', currency: 'EUR' }]
    for (const list of ['cells', 'stored']) {
      const told = (row: object): number => exitOf(batchJudged({ [list]: [row] }, { overlay, sent }))
      const { room_id: zimmer, ...rest } = at
      expect([list, told({ zimmer, ...rest, money: 90 })]).toEqual([list, 12])
      expect([list, told({ zimmer: 999, ...rest, money: 120 })]).toEqual([list, 12])
      expect([list, told({ zimmer, ...rest, money: 120 })]).toEqual([list, 0])
    }
  })

  it('is read in little time, however large it is', () => {
    const sent = Array.from({ length: 5_000 }, (_, n) => ({
      room_id: 100 + (n % 50),
      from: '2027-01-01',
      to: '2027-12-31',
      price: n,
    }))
    const rows = Array.from({ length: 20_000 }, (_, n) => ({
      room_id: 100 + (n % 50),
      date: '2027-07-03',
      price: n % 5_000,
    }))
    const map = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [String(n), { '2027-07-03': n }]))
    let deep: object = { room_id: 101, price: 90 }
    for (let depth = 0; depth < 500; depth += 1) deep = { a: [deep] }
    for (const answer of [{ rows }, { map }, { deep }, { stored: rows.map(({ price }) => ({ price })) }])
      expect(
        cpuTime(() => void batchJudged(answer, { sent }), 3_000),
        Object.keys(answer)[0],
      ).toBeLessThan(3_000)
  })
})
