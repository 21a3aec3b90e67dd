import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../../src/client/answers/answer.js'
import { createRedactor } from '../../../src/client/shown/redact.js'
import { endpointOf } from '../../../src/contract/index.js'
import { parseOverlay } from '../../../src/contract/overlay/overlay.js'
import { droppedEntries } from '../../../src/outcome/beside/index.js'
import { faultOf, type Judgement, RULES } from '../../../src/outcome/index.js'
import { ENVELOPE_NAMES } from '../../../src/contract/schema/envelope.js'
import { cpuTime } from '../../support/cpu-time.js'

const ENTRIES = [
  { room_id: 101, rate_plan_id: 501, from: '2027-07-01', to: '2027-07-31', price: '120.00', min_stay: 2 },
  { room_id: 102, rate_plan_id: 501, from: '2027-07-01', to: '2027-07-09', closed: false },
  { room_id: 102, rate_plan_id: 501, from: '2027-07-10', to: '2027-07-31', closed: true, days: ['FRI', 'SAT'] },
  { room_id: 'SUI', rate_plan_id: 502, from: '2027-07-05', to: '2027-07-05', price: '99.5' },
]

function judged(answer: object, overlay: object = {}): Judgement {
  return judgeReceived(
    'rates.push',
    endpointOf('rates.push'),
    {
      label: 'rates.push',
      rule: RULES['rates.push'],
      asked: { body: { hotel_code: '1000001' }, entries: () => ENTRIES },
    },
    {
      status: 200,
      headers: {},
      text: JSON.stringify({ success: true, error: null, ...answer }),
      attempts: 1,
      requestId: 'r',
      isRepeat: false,
    },
    {
      redactor: createRedactor(new Set()),
      baseAddress: new URL('https://service.example'),
      retryAfterCapMs: 120_000,
      overlay: parseOverlay(overlay),
    },
  )
}
const exitOf = (judgement: Judgement): number => (judgement.fate === 'done' ? 0 : faultOf(judgement).exitCode)

describe('a warning beside the success of a batch', () => {
  it.each<unknown>([
    [{ message: 'room DBL ignored: unknown' }],
    ['room 101 ignored'],
    ['SUI was skipped'],
    ['Rates for 2027-07-03 were not applied'],
    ['2 rows dropped'],
    ['1 of 3 settings applied'],
    ['Some nights could not be updated'],
    ['room_settings[2] rejected'],
    ['entry 3: invalid price'],
    [{ room_id: 101, message: 'ignored' }],
    [{ date: '2027-07-03', text: 'not stored' }],
    [{ index: 0, message: 'skipped' }],
    { 'room_settings[0].price': 'ignored' },
    'plan 502 unknown',
  ])('%j leaves it open', (warnings) => {
    const judgement = judged({ warnings })
    expect([exitOf(judgement), judgement.words]).toEqual([12, expect.stringContaining('success and also warnings ')])
  })

  it('in the row of an entry leaves it open, and so does a text there', () => {
    expect(exitOf(judged({ results: [{ room_id: 101, warning: 'ignored' }] }))).toBe(12)
    expect(exitOf(judged({ results: [{ room_id: 101, message: 'kept as it was' }] }))).toBe(12)
    expect(exitOf(judged({ results: [{ room_id: 101, message: 'updated' }] }))).toBe(0)
  })

  it.each<[object, string]>([
    [{ results: [true, true, false] }, 'results[2] false'],
    [{ results: { 101: true, 102: false } }, 'results.102 false'],
    [{ data: { applied: { '2027-07-03': false } } }, 'data.applied.2027-07-03 false'],
    [{ results: [200, 404] }, 'results[1] 404'],
    [{ result: false }, 'result false'],
    [{ results: [{ result: true }, { result: false }] }, 'results[1].result false'],
    [{ rooms: { 101: true, 102: false } }, 'rooms.102 false'],
    [{ hotels: { 1000001: false } }, 'hotels.1000001 false'],
    [{ results: [{ code: 0 }, { code: 17 }] }, 'results[1].code 17'],
    [{ entries: [{ result_code: 3 }, { result_code: 0 }] }, 'entries[0].result_code 3'],
  ])('a verdict among others that is no yes leaves it open: %j', (beside, words) => {
    const judgement = judged(beside)
    expect([exitOf(judgement), judgement.words]).toEqual([12, expect.stringContaining(words)])
  })

  it.each<object>([
    { results: [true, true] },
    { results: { 101: true } },
    { results: [200, 201] },
    { rooms: { 101: true } },
    { results: [{ code: 0 }, { code: 0 }] },
    { room_settings: [{ closed: false }, { closed: true }] },
    { closed: [false, true] },
    { rooms: [{ code: 101 }, { code: 102 }] },
  ])('verdicts that all say yes, and values, leave it done: %j', (beside) => {
    expect(exitOf(judged(beside))).toBe(0)
  })

  it.each<object>([
    {
      results: [
        { index: 0, status: 'ok' },
        { index: 1, status: 'ok' },
      ],
    },
    { results: [{ status: 'ok' }, { status: 'ok' }, { status: 'ok' }] },
  ])('verdicts on fewer entries than were sent are told: %j', (beside) => {
    const judgement = judged(beside)
    expect(judgement.fate).toBe('done')
    expect(JSON.stringify(judgement)).toContain('of 4 entries')
  })

  it.each<{ warnings: unknown }>([
    { warnings: ['price looks low'] },
    { warnings: ['price of room 101 looks low'] },
    { warnings: ['this version is unsupported from next year'] },
    { warnings: ['Rates of 2027-07-03 differ from the season'] },
    { warnings: ['an unknown field was ignored'] },
    { warnings: [{ field: 'comment', message: 'ignored' }] },
    { warnings: ['2026-01-01: the old calendar has expired'] },
    { warnings: [] },
  ])('%j changes no exit code', (answer) => {
    expect(exitOf(judged(answer))).toBe(0)
  })

  it('is read in little time, however long it is', () => {
    for (const piece of ['1 of ', '2 a ', 'room ', 'room #', 'all the ', 'ignored 1 ', '2027-07-03 '])
      expect(
        cpuTime(
          () =>
            void droppedEntries(
              { warnings: [1, 2, 3].map((at) => `failed ${at} ${piece.repeat(100_000 / piece.length)}`) },
              ENVELOPE_NAMES,
              undefined,
              () => ENTRIES,
            ),
          500,
        ),
        piece,
      ).toBeLessThan(500)
  })
})

describe('entries in the answer to a batch', () => {
  const at = { room_id: 101, rate_plan_id: 501 }
  it.each<[object, string]>([
    [
      { room_settings: [{ ...at, from: '2027-07-01', to: '2027-07-31', price: '90.00' }] },
      'room_settings[0].price 90.00, not 120.00',
    ],
    [{ settings: [{ ...at, date: '2027-07-03', price: 90 }] }, 'settings[0].price 90, not 120.00'],
    [{ data: { entries: [{ ...at, date: '2027-07-03', min_stay: 1 }] } }, 'data.entries[0].min_stay 1, not 2'],
    [
      { room_settings: [{ room_id: '102', rate_plan_id: '501', date: '2027-07-03', closed: true }] },
      'room_settings[0].closed true, not false',
    ],
    [
      {
        room_settings: [
          {
            room_id: 102,
            rate_plan_id: 501,
            from: '2027-07-10',
            to: '2027-07-31',
            days: ['SAT', 'FRI'],
            closed: false,
          },
        ],
      },
      'room_settings[0].closed false, not true',
    ],
  ])('%j has another value than was sent', (answer, words) => {
    const judgement = judged(answer)
    expect([exitOf(judgement), judgement.words]).toEqual([12, expect.stringContaining(words)])
  })

  it.each<object>([
    { room_settings: ENTRIES },
    { room_settings: [{ ...at, date: '2027-07-03', price: 120, min_stay: '2' }] },
    {
      room_settings: [
        ...ENTRIES,
        { ...at, date: '2027-08-03', price: 90 },
        { room_id: 7, date: '2027-07-03', price: 90 },
      ],
    },
    { previous: [{ ...at, date: '2027-07-03', price: 90 }] },
    { room_settings: ['101', null, 7] },
  ])('%j contradicts nothing that was sent', (answer) => {
    expect(exitOf(judged(answer))).toBe(0)
  })

  it.each<object>([
    { room_settings: [{ ...at, date: '2027-08-03', price: 90 }] },
    { room_settings: [{ ...at, rate_plan_id: 777, date: '2027-07-03', price: 90 }] },
    { room_settings: [{ room_id: 101, date: '2027-07-03', price: 90 }] },
    { room_settings: [{ ...at, date: '2027-07-03', price: null, currency: 'EUR' }] },
    { room_settings: [{ ...at, hotel_code: 7, date: '2027-07-03', price: 90 }] },
    // A Sunday, and what was sent is for Fridays and Saturdays.
    { room_settings: [{ room_id: 102, rate_plan_id: 501, date: '2027-07-11', closed: false }] },
    { room_settings: [{ ...at, from: '2027-06-01', to: '2027-07-31', price: 90 }] },
  ])('%j is about something else', (answer) => {
    expect(exitOf(judged(answer))).toBe(12)
  })

  it('are read in the names of the overlay', () => {
    const overlay = { rename: { 'rates.push': { 'room_settings.price': 'amount', 'room_settings.room_id': 'room' } } }
    const row = { room: 101, rate_plan_id: 501, date: '2027-07-03' }
    expect(exitOf(judged({ room_settings: [{ ...row, amount: 90 }] }, overlay))).toBe(12)
    expect(exitOf(judged({ room_settings: [{ ...row, amount: 120 }] }, overlay))).toBe(0)
  })
})
