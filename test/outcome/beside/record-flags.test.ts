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
