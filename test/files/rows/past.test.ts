import { expect, it } from 'vitest'
import { dayIn, LAST_TIME_ZONE, parseNight } from '../../../src/calendar/index.js'
import { readText } from '../reading.js'

const night = (text: string) => parseNight(text) as number
const today = night('2027-03-10')
const TEXT =
  'hotel_code,from,to,days,price\n1,2027-03-01,2027-03-09,daily,10\n1,2027-03-01,2027-03-12,daily,20\n1,2027-03-10,2027-03-11,daily,30\n1,2027-03-08,2027-03-11,"mon,tue",40\n1,2027-03-05,2027-03-12,fri,50\n1,2027-03-01,2027-03-02,daily,\n1,2027-03-01,2027-03-02,daily,x\n'
// 2027-03-08 is a Monday, 2027-03-05 and 2027-03-12 are Fridays.

it('nights before today are left out and counted, and a range that began before is cut', async () => {
  const { rows, bad, rowsRead, past } = await readText(TEXT, { options: { today } })
  expect(rows.map(({ line, from, until }) => [line, from - today, until - today])).toEqual([
    [3, 0, 3],
    [4, 0, 2],
    [6, 0, 3],
  ])
  expect(past).toEqual({ rows: 2, nights: 9 + 9 + 2 + 1, hotels: new Set(['1']) })
  expect(bad.map(({ line }) => line)).toEqual([8])
  expect(rowsRead).toBe(7)
})

it('rows with such nights are refused where that is wanted', async () => {
  const { rows, bad } = await readText(TEXT, { options: { today, past: 'error' } })
  expect(rows.map(({ line }) => line)).toEqual([4])
  expect(bad.map(({ line, field, value, reason }) => [line, field, value, reason])).toEqual([
    [2, 'from', '2027-03-01', "is before 2027-03-10, the property's own today"],
    [3, 'from', '2027-03-01', "is before 2027-03-10, the property's own today"],
    [5, 'from', '2027-03-08', "is before 2027-03-10, the property's own today"],
    [6, 'from', '2027-03-05', "is before 2027-03-10, the property's own today"],
    [8, 'price', 'x', 'is not an amount'],
  ])
})

it('they are read where a person wants them sent, and where no day is known', async () => {
  expect((await readText(TEXT, { options: { today, past: 'send' } })).rows).toHaveLength(5)
  expect((await readText(TEXT)).rows).toHaveLength(5)
})

it('single nights and counts are the same', async () => {
  const { rows, past } = await readText('hotel_code,room_id,date,availability\n1,5,2027-03-09,1\n1,5,2027-03-10,1\n', {
    kind: 'inventory',
    options: { today },
  })
  expect(rows.map(({ line }) => line)).toEqual([3])
  expect(past).toEqual({ rows: 1, nights: 1, hotels: new Set(['1']) })
})

it.each([
  ['Pacific/Kiritimati', '2027-03-10T09:59:59Z', '2027-03-10'],
  ['Pacific/Kiritimati', '2027-03-10T10:00:00Z', '2027-03-11'],
  ['Europe/Vienna', '2027-07-10T22:30:00Z', '2027-07-11'],
  ['America/New_York', '2027-03-10T04:30:00Z', '2027-03-09'],
  [LAST_TIME_ZONE, '2027-03-10T11:59:59Z', '2027-03-09'],
  [LAST_TIME_ZONE, '2027-03-10T12:00:00Z', '2027-03-10'],
])('in %s at %s it is %s', (zone, instant, day) => {
  expect(dayIn(zone, Date.parse(instant))).toBe(night(day))
})

it('a zone that does not exist has no day', () => {
  expect(dayIn('Europe/Nowhere', 0)).toBeUndefined()
})

it('the last day on earth is the one that the tables of time zones tell', () => {
  const format = new Intl.DateTimeFormat('sv', { timeZone: LAST_TIME_ZONE })
  for (const instant of [
    '2027-01-01T11:59:59.999Z',
    '2027-01-01T12:00:00Z',
    '2028-02-29T12:00:00Z',
    '2028-03-01T11:59:59Z',
    '2027-12-31T23:59:59Z',
    '1970-01-01T00:00:00Z',
  ]) {
    expect(dayIn(LAST_TIME_ZONE, Date.parse(instant))).toBe(night(format.format(Date.parse(instant))))
  }
})
