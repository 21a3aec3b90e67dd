import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../../src/client/answers/answer.js'
import { createRedactor } from '../../../src/client/shown/redact.js'
import { type EndpointKey, endpointOf } from '../../../src/contract/index.js'
import { parseOverlay } from '../../../src/contract/overlay/overlay.js'
import { faultOf, type Judgement, RULES } from '../../../src/outcome/index.js'
import { cpuTime } from '../../support/cpu-time.js'

const ENTRIES = [
  { room_id: 101, rate_plan_id: 501, from: '2027-07-01', to: '2027-07-03', price: '120.00', currency: 'EUR' },
  { room_id: 102, rate_plan_id: 501, from: '2027-07-01', to: '2027-07-03', price: '130.00', currency: 'EUR' },
]
const ASKED = {
  'rates.push': { body: { hotel_code: '1000001' }, entries: () => ENTRIES },
  'reservation.confirm': { body: { bookingId: '900001' } },
  'reservation.create': { body: { channelBookingId: 'HS-1' } },
  'reservation.card': { body: { bookingId: '900001' } },
  'property.update': { params: { id: 1_000_001 }, body: { name: 'Seaview' } },
}
const BODIES: Record<keyof typeof ASKED, object> = {
  'rates.push': { success: true, error: null },
  'reservation.confirm': { status: 'success', result: { bookingId: '900001', status: 'confirmed' } },
  'reservation.create': {
    status: 'success',
    result: { bookingId: '900001', status: 'pending', channelBookingId: 'HS-1' },
  },
  'reservation.card': { status: 'success' },
  'property.update': { status: 'success', result: null },
}
const KEYS = Object.keys(ASKED) as (keyof typeof ASKED & EndpointKey)[]

function judged(key: keyof typeof ASKED & EndpointKey, more: object, headers: Record<string, string> = {}): Judgement {
  return judgeReceived(
    key,
    endpointOf(key),
    { label: key, rule: RULES[key], asked: ASKED[key] },
    {
      status: 200,
      headers,
      text: JSON.stringify({ ...BODIES[key], ...more }),
      attempts: 1,
      requestId: 'r',
      isRepeat: false,
    },
    {
      redactor: createRedactor(new Set()),
      baseAddress: new URL('https://service.example'),
      retryAfterCapMs: 120_000,
      overlay: parseOverlay({}),
    },
  )
}
const exitOf = (judgement: Judgement): number => (judgement.fate === 'done' ? 0 : faultOf(judgement).exitCode)

describe('what stands beside a success under any key', () => {
  it.each<object>([
    { rejected_entries: [0] },
    { not_applied: 1 },
    { notApplied: ['101'] },
    { unprocessed: [{ room_id: 101 }] },
    { unapplied: true },
    { dropped: [0] },
    { kept: ['101'] },
    { failed_rows: 2 },
    { failedEntries: [{}, { room: 1 }] },
    { rooms_rejected: ['101'] },
    { 'skipped-dates': ['2027-07-01'] },
    { log: ['room 101 dropped'] },
    { trail: { last: 'room 101 was not stored' } },
    { queued: true },
    { async: 'yes' },
    { draft: true },
    { published: false },
    { live: 'false' },
    { effective: false },
    { needs_approval: true },
    { requires_manual_release: true },
    { requiresAction: 'approve' },
    { approvalRequired: true },
    { meta: { draft: true } },
    { info: { rejected_entries: [0] } },
  ])('%j leaves every write open', (more) => {
    for (const key of KEYS) expect([key, exitOf(judged(key, more))]).toEqual([key, 12])
  })

  it.each<object>([{ pending: true }, { onRequest: true }, { confirmationPending: true }, { confirmed: false }])(
    '%j leaves open what is no hold',
    (more) => {
      for (const key of KEYS)
        expect([key, exitOf(judged(key, more))]).toEqual([key, key === 'reservation.create' ? 0 : 12])
    },
  )

  it.each<object>([
    { rejected_entries: [] },
    { not_applied: 0 },
    { dropped: null },
    { kept: '' },
    { queued: false },
    { pending: 'no' },
    { draft: 0 },
    { published: true },
    { live: 'true' },
    { requires_approval: 'none' },
    { requestId: '8f-3' },
    { trace_id: 'x', correlationId: 'y', tookMs: 12, apiVersion: '2.1', timestamp: '2027-01-01T00:00:00Z' },
    { _links: { self: { href: '/x' } }, page: 1 },
    { meta: { requestId: 'x', durationMs: 3 } },
  ])('%j says nothing', (more) => {
    for (const key of KEYS) {
      const judgement = judged(key, more)
      expect([key, exitOf(judgement), judgement.additions]).toEqual([key, 0, undefined])
    }
  })

  it.each<[object, string]>([
    [{ approval: 'required' }, 'approval: required'],
    [{ mode: 'overnight' }, 'mode: overnight'],
    [{ sandbox: true }, 'sandbox: true'],
    [{ code: 'FOO-17' }, 'code: FOO-17'],
    [{ tags: ['a', 'b'] }, 'tags: a, b'],
    [{ meta: { channel: 'b' } }, 'meta.channel: b'],
    [{ effective_from: '2028-01-01' }, 'effective_from: 2028-01-01'],
  ])('%j is told', (more, told) => {
    for (const key of KEYS) {
      const judgement = judged(key, more)
      expect([key, exitOf(judgement), judgement.additions]).toEqual([key, 0, [told]])
    }
  })

  it.each<object>([
    { _links: { errors: { href: '/e' } } },
    { links: { failed: { href: '/e' }, self: '/x' } },
    { environment: 'production' },
    { detail: 'OK' },
    { messageKey: 'common.success' },
    { resultCode: 'SUCCESS' },
  ])('%j is noise', (more) => {
    for (const key of KEYS) {
      const judgement = judged(key, more)
      expect([key, exitOf(judgement), judgement.additions]).toEqual([key, 0, undefined])
    }
  })

  it.each<[object, string]>([
    [{ environment: 'staging' }, 'environment: staging'],
    [{ messageKey: 'common.test.success' }, 'messageKey: common.test.success'],
  ])('%j is none', (more, told) => {
    for (const key of KEYS) expect([key, judged(key, more).additions]).toEqual([key, [told]])
  })

  it.each<object>([{ messageKey: 'common.queued.success' }, { messageKey: 'not_saved.success' }])(
    '%j leaves it open',
    (more) => {
      for (const key of KEYS) expect([key, exitOf(judged(key, more))]).toEqual([key, 12])
    },
  )

  it.each<[object, string]>([
    [{ inactiveRooms: [102] }, 'inactiveRooms: 102'],
    [{ closedRooms: ['102'] }, 'closedRooms: 102'],
    [{ max_stay: 7 }, 'max_stay: 7'],
    [{ closed: true }, 'closed: true'],
    [{ meta: { count: 1 } }, 'meta.count: 1'],
  ])('%j beside a batch is told', (more, told) => {
    expect([exitOf(judged('rates.push', more)), judged('rates.push', more).additions]).toEqual([0, [told]])
  })

  it.each<object>([
    { count: 0 },
    { rows: 0 },
    { entries: 0 },
    { records: 0 },
    { meta: { changes: 0 } },
    { date: '2029-01-01' },
    { accommodation_id: 1_000_002 },
    { currency: 'USD' },
  ])('%j beside a batch leaves it open', (more) => {
    expect(exitOf(judged('rates.push', more))).toBe(12)
  })

  it.each<object>([
    { errors: { count: 0 } },
    { date: '2027-07-02' },
    { date: new Date().toISOString().slice(0, 10) },
    { accommodation_id: '1000001' },
    { meta: { count: 2 } },
  ])('%j beside a batch leaves nothing open', (more) => {
    expect([exitOf(judged('rates.push', more)), judged('rates.push', more).additions]).toEqual([0, undefined])
  })

  it('a count is told where it is smaller than what was sent', () => {
    expect(judged('rates.push', { updated: 2 }).additions).toBeUndefined()
    expect(judged('rates.push', { nights: 6 }).additions).toBeUndefined()
    expect(judged('rates.push', { updated: 1 }).additions).toEqual(['updated: 1'])
  })

  it('many members are told, but not all', () => {
    const more = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`odd_${at}x`, 'y'.repeat(5_000)]))
    const { additions = [] } = judged('rates.push', more)
    expect(additions).toHaveLength(20)
    expect(Math.max(...additions.map((text) => text.length))).toBeLessThanOrEqual(300)
  })

  it.each<[Record<string, string>, number, string[] | undefined]>([
    [{ warning: '299 - "Rates are checked by a person"' }, 0, ['Rates are checked by a person']],
    [{ warning: '199 a.example:80 "Odd price", 299 - "See the portal"' }, 0, ['Odd price', 'See the portal']],
    [{ 'x-warning': 'Look at the calendar' }, 0, ['Look at the calendar']],
    [{ warning: '299 - "2 rooms were not stored"' }, 12, undefined],
    [{ 'x-acme-warning': 'queued' }, 12, undefined],
    [{ 'x-entries-rejected': '2' }, 12, undefined],
    [{ 'x-acme-rejected-rows': '101' }, 12, undefined],
    [{ 'x-dry-run': 'true' }, 12, undefined],
    [{ 'x-entries-rejected': '0', 'x-dry-run': 'false', 'x-warning': '' }, 0, undefined],
  ])('headers %j: exit %i', (headers, exit, warnings) => {
    for (const key of KEYS) {
      const judgement = judged(key, {}, headers)
      expect([key, exitOf(judgement), judgement.warnings]).toEqual([key, exit, warnings])
    }
  })

  it('is read in little time, whatever the keys are', () => {
    for (const piece of ['entries', 'rows', 'requires', 'isrow', 'x-', 'pending', 'count']) {
      const key = piece.repeat(Math.ceil(100 / piece.length)).slice(0, 99)
      const more = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${key}${at}`, 'a']))
      expect(
        cpuTime(() => void judged('rates.push', more, { [key]: 'a' }), 2_000),
        piece,
      ).toBeLessThan(2_000)
    }
  })
})
