import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../../src/client/answers/answer.js'
import { createRedactor } from '../../../src/client/shown/redact.js'
import { type EndpointKey, endpointOf } from '../../../src/contract/index.js'
import { faultOf, type Judgement, RULES } from '../../../src/outcome/index.js'
import { WRITES } from '../writes.js'

function judged(key: EndpointKey, more: object): Judgement {
  const write = WRITES.find((one) => one.key === key)
  return judgeReceived(
    key,
    endpointOf(key),
    { label: key, rule: RULES[key], asked: write?.input ?? {} },
    {
      status: 200,
      headers: {},
      text: JSON.stringify({ status: 'success', result: { ...write?.record, ...more } }),
      attempts: 1,
      requestId: 'r',
      isRepeat: false,
    },
    { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 },
  )
}
const exitOf = (judgement: Judgement): number => (judgement.fate === 'done' ? 0 : faultOf(judgement).exitCode)

describe('a flag inside the record of a booking', () => {
  it.each<[object, string]>([
    [{ confirmationPending: true }, 'result.confirmationPending true'],
    [{ on_request: true }, 'result.on_request true'],
    [{ confirmation: { pending: true } }, 'result.confirmation.pending true'],
    [{ confirmation: { status: { awaitingHotel: 'yes' } } }, 'result.confirmation.status.awaitingHotel yes'],
    [{ rooms: [{ roomId: 101, ratePlanId: 501, units: 2, onRequest: true }] }, 'result.rooms[0].onRequest true'],
    [{ queued: true }, 'result.queued true'],
    [{ requiresApproval: true }, 'result.requiresApproval true'],
    [{ meta: { final: false } }, 'result.meta.final false'],
  ])('%j leaves a confirmation open', (more, words) => {
    const judgement = judged('reservation.confirm', more)
    expect([exitOf(judgement), judgement.words]).toEqual([12, expect.stringContaining(words)])
  })

  it.each<object>([
    { confirmationPending: false },
    { pending: 0 },
    { onRequest: 'no' },
    { requiresDeposit: true },
    { locked: true },
    { pending: 240.5 },
    { delivery: { state: 'pending', pending: true, delivered: false } },
    { payment: { pending: true } },
    { cancellationPolicy: { requiresApproval: true } },
    { confirmed: true },
  ])('%j says nothing against a confirmation', (more) => {
    expect(exitOf(judged('reservation.confirm', more))).toBe(0)
  })

  it('of what is held goes with a hold, and with nothing else', () => {
    const hold = { confirmationPending: true, confirmed: false }
    expect(exitOf(judged('reservation.create', { status: 'pending', ...hold }))).toBe(0)
    expect(exitOf(judged('reservation.create', { status: 'Pending', confirmation: { on_request: true } }))).toBe(0)
    expect(exitOf(judged('reservation.create', { status: 'confirmed', ...hold }))).toBe(12)
    expect(exitOf(judged('reservation.create', { status: 'pending', queued: true }))).toBe(12)
    expect(exitOf(judged('reservation.card', { status: 'pending', ...hold }))).toBe(0)
    expect(exitOf(judged('reservation.card', { status: 'confirmed', ...hold }))).toBe(12)
    expect(exitOf(judged('reservation.card', { card: { holderName: 'Ada', pending: true } }))).toBe(12)
    expect(exitOf(judged('reservation.card', { card: { holderName: 'Ada', verificationRequired: true } }))).toBe(12)
  })
})

describe('what the record of a booking says against it', () => {
  it.each<[object, string]>([
    [{ held: false }, 'held false'],
    [{ waitlisted: true }, 'waitlisted true'],
    [{ overbooked: true }, 'overbooked true'],
    [{ unitsHeld: 0 }, 'unitsHeld 0'],
    [{ rooms_confirmed: 0 }, 'rooms_confirmed 0'],
    [{ roomStatuses: ['confirmed', 'rejected'] }, 'roomStatuses ["confirmed","rejected"]'],
    [{ pmsStatus: 'rejected' }, 'pmsStatus rejected'],
    [{ pms: { status: 'REJECTED' } }, 'pms.status REJECTED'],
    [{ syncStatus: 'FAILED' }, 'syncStatus FAILED'],
    [{ hotelConfirmed: false }, 'hotelConfirmed false'],
    [{ hotelStatus: 'awaiting answer' }, 'hotelStatus awaiting answer'],
    [{ paymentStatus: 'failed' }, 'paymentStatus failed'],
    [{ payment: { state: 'declined' } }, 'payment.state declined'],
    [{ cardStatus: 'declined' }, 'cardStatus declined'],
    [{ cvcCheck: 'fail' }, 'cvcCheck fail'],
    [{ verified: false }, 'verified false'],
  ])('%j leaves it open', (more, words) => {
    const key = /card|cvc|verified/.test(words) ? 'reservation.card' : 'reservation.confirm'
    const judgement = judged(key, more)
    expect([exitOf(judgement), judgement.words]).toEqual([12, expect.stringContaining(`result.${words}`)])
    expect(exitOf(judged('reservation.create', { status: 'confirmed', ...more }))).toBe(12)
  })

  it.each<object>([
    { held: true },
    { overbooked: false },
    { unitsHeld: 2 },
    { roomStatuses: ['confirmed', 'confirmed'] },
    { pmsStatus: 'sent' },
    { syncStatus: 'pending' },
    { deliveryStatus: 'failed' },
    { paymentStatus: 'pending' },
    { payment: { state: 'pending', verified: false } },
    { previousStatus: 'cancelled' },
    { cancellation: { status: 'none' } },
    { cvcCheck: 'pass' },
    { comment: 'rejected', booker: { status: 'regular' } },
  ])('%j says nothing against it', (more) => {
    expect(exitOf(judged('reservation.confirm', more))).toBe(0)
  })
})

describe('what the record of any other write says against it', () => {
  const KEYS = ['property.update', 'propertyInfo.set', 'unit.update', 'ratePlan.create', 'property.create'] as const

  it.each<[object, string]>([
    [{ rejectedFields: ['name'] }, 'rejectedFields'],
    [{ ignored_fields: [{ field: 'name' }] }, 'ignored_fields'],
    [{ fieldsSkipped: 1 }, 'fieldsSkipped 1'],
    [{ updatedFields: [] }, 'updatedFields []'],
    [{ changes: { applied: [] } }, 'changes.applied []'],
    [{ pendingApproval: true }, 'pendingApproval true'],
    [{ approvalStatus: 'PENDING' }, 'approvalStatus PENDING'],
    [{ moderation: { state: 'pending' } }, 'moderation.state pending'],
    [{ review: { status: 'in_review' } }, 'review.status in_review'],
    [{ syncStatus: 'failed' }, 'syncStatus failed'],
    [{ approved: false }, 'approved false'],
  ])('%j leaves it open', (more, words) => {
    for (const key of KEYS)
      expect([key, exitOf(judged(key, more)), judged(key, more).words]).toEqual([
        key,
        12,
        expect.stringContaining(`result.${words}`),
      ])
  })

  it('a record that was not updated by an update is no success; a new one was not updated', () => {
    for (const key of ['property.update', 'unit.update', 'propertyInfo.update'] as const)
      expect(exitOf(judged(key, { updated: false }))).toBe(12)
    for (const key of ['property.create', 'propertyInfo.set', 'unit.add'] as const)
      expect(exitOf(judged(key, { created: true, updated: false }))).toBe(0)
  })

  it.each<object>([
    { rejectedFields: [] },
    { updatedFields: ['name'] },
    { pendingApproval: false },
    { approvalStatus: 'APPROVED' },
    { moderation: { state: 'none' } },
    { verified: false },
    { reviews: { pending: 3 } },
    { updated: '2027-01-01T10:00:00Z' },
    { media: [], facilities: [] },
    { overbooking: true },
  ])('%j says nothing against it', (more) => {
    for (const key of KEYS) expect([key, exitOf(judged(key, more))]).toEqual([key, 0])
  })
})

describe('a note in the record', () => {
  it('of a booking is told, and may be the guest’s', () => {
    for (const [name, note] of [
      ['notes', 'Guest cannot arrive before ten'],
      ['remark', 'ask at the desk'],
      ['hotelNote', 'rooms are not next to each other'],
    ] as const) {
      const judgement = judged('reservation.confirm', { [name]: note })
      expect([exitOf(judgement), judgement.additions]).toEqual([0, [note]])
    }
    expect(judged('reservation.confirm', { comment: 'late arrival', notes: '' }).additions).toBeUndefined()
  })

  it('of any other write is judged as the words at the top are', () => {
    const judgement = judged('property.update', { notes: 'name change waits for approval' })
    expect([exitOf(judgement), judgement.words]).toEqual([12, expect.stringContaining('waits for approval')])
    expect(judged('property.update', { remark: 'see the portal' }).additions).toEqual(['see the portal'])
    expect(judged('property.update', { notes: ['Saved successfully', 'New'] }).additions).toBeUndefined()
  })
})
