import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../../src/client/answers/answer.js'
import { createRedactor } from '../../../src/client/shown/redact.js'
import { type EndpointKey, endpointOf } from '../../../src/contract/index.js'
import { faultOf, type Judgement, RULES } from '../../../src/outcome/index.js'
import { WRITES } from '../writes.js'

function judged(key: EndpointKey, body: object): Judgement {
  return judgeReceived(
    key,
    endpointOf(key),
    { label: key, rule: RULES[key], asked: WRITES.find((one) => one.key === key)?.input ?? {} },
    { status: 200, headers: {}, text: JSON.stringify(body), attempts: 1, requestId: 'r', isRepeat: false },
    { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 },
  )
}
const exitOf = (judgement: Judgement): number => (judgement.fate === 'done' ? 0 : faultOf(judgement).exitCode)
const ok = { status: 'success', result: null }
const recordOf = (key: EndpointKey): object => WRITES.find((one) => one.key === key)?.record ?? {}

describe('beside the success of a single write', () => {
  it.each<[EndpointKey, object, string]>([
    ['property.update', { ...ok, propertyId: 1_000_002 }, 'propertyId 1000002, not 1000001'],
    ['property.update', { ...ok, data: { id: 1_000_002, name: 'New' } }, 'data.id 1000002, not 1000001'],
    ['property.update', { ...ok, property: { id: 1_000_001, name: 'Old' } }, 'property.name Old, not New'],
    ['property.update', { ...ok, name: 'Old' }, 'name Old, not New'],
    ['propertyInfo.update', { ...ok, stored: [{ propertyId: 1_000_001, capacity: 12 }] }, 'stored.capacity 12, not 40'],
    ['unit.update', { ...ok, unitId: 102 }, 'unitId 102, not 101'],
    ['unit.update', { ...ok, unit: { id: 101, noOfSellableUnits: 12 } }, 'unit.noOfSellableUnits 12, not 14'],
    ['ratePlan.create', { status: 'success', result: recordOf('ratePlan.create'), propertyId: 1_000_002 }, '1000002'],
    ['reservation.card', { ...ok, bookingId: '900002' }, 'bookingId 900002, not 900001'],
    ['reservation.card', { ...ok, reservationNumber: 900_002 }, 'reservationNumber 900002, not 900001'],
    ['reservation.card', { ...ok, card: { last4: '9999' } }, 'card.last4'],
    [
      'reservation.confirm',
      { status: 'success', result: recordOf('reservation.confirm'), data: { bookingId: '900002' } },
      'data.bookingId 900002, not 900001',
    ],
    [
      'reservation.confirm',
      {
        status: 'success',
        result: recordOf('reservation.confirm'),
        booking: { bookingId: '900001', status: 'pending' },
      },
      'pending',
    ],
    [
      'property.update',
      { status: 'success', result: { ...recordOf('property.update'), name: null } },
      'name null, not New',
    ],
    ['unit.add', { status: 'success', result: { ...recordOf('unit.add'), basePrice: null } }, 'basePrice null, not 99'],
  ])('%s: %j is about something else', (key, body, words) => {
    const judgement = judged(key, body)
    expect([exitOf(judgement), judgement.words]).toEqual([12, expect.stringContaining(words)])
  })

  it.each<[EndpointKey, object]>([
    ['property.update', { ...ok, propertyId: '1000001', requestId: 'x' }],
    ['property.update', { ...ok, hotel: 'Seaview' }],
    ['property.update', { ...ok, data: { id: 1_000_001, name: 'New', code: 'N', version: 3 } }],
    ['property.update', { status: 'success', result: { ...recordOf('property.update'), vatNumber: null } }],
    ['property.update', { ...ok, previous: { id: 1_000_001, name: 'Old' } }],
    ['reservation.card', { ...ok, bookingId: '900001', reservationId: '777123' }],
    ['reservation.card', { ...ok, reservationId: 'R-77' }],
    ['reservation.confirm', { status: 'success', result: recordOf('reservation.confirm'), reservationId: 'R-77' }],
    ['unit.update', { ...ok, items: [{ id: 102 }, { id: 101, noOfSellableUnits: 14 }] }],
  ])('%s: %j is about what was asked', (key, body) => {
    expect([exitOf(judged(key, body)), judged(key, body).words]).toEqual([0, ''])
  })
})
