import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../../src/client/answers/answer.js'
import { createRedactor } from '../../../src/client/shown/redact.js'
import { endpointOf, type EndpointKey } from '../../../src/contract/index.js'
import { tellsAgainstSuccess } from '../../../src/outcome/beside/against-success.js'
import { faultOf, RULES } from '../../../src/outcome/index.js'
import { cpuTime } from '../../support/cpu-time.js'
import { WRITES } from '../writes.js'

function exitOf(key: EndpointKey, body: unknown): [exit: number, words: string] {
  const asked = WRITES.find((write) => write.key === key)?.input ?? {}
  const judgement = judgeReceived(
    key,
    endpointOf(key),
    { label: key, rule: RULES[key], asked },
    { status: 200, headers: {}, text: JSON.stringify(body), attempts: 1, requestId: 'r', isRepeat: false },
    { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 },
  )
  return judgement.fate === 'done' ? [0, ''] : [faultOf(judgement).exitCode, judgement.words]
}

const recordOf = (key: EndpointKey): Record<string, unknown> => WRITES.find((write) => write.key === key)?.record ?? {}
const withMessage = (key: EndpointKey, message: unknown): unknown =>
  RULES[key].isBatch === true
    ? { success: true, error: null, message }
    : { result: recordOf(key), status: 'success', message }

const AGAINST = [
  'Card declined by issuer',
  'Request accepted for processing',
  'Confirmation queued, not yet final',
  '2 of 2 settings were ignored',
  '1 of 2 settings applied',
  'Update failed',
  'Could not be saved',
  "The card wasn't stored",
  'Not all values were stored',
  'Nothing was changed',
  'No rows were updated',
  '0 rows updated',
  'Submitted',
  'It will be processed later today',
  'Scheduled for tonight',
  'Partially applied',
  'Success with errors',
  'The request was received',
  'Try again later',
  'Has been rejected',
  'Was automatically cancelled',
  'Invalid values skipped',
  'CARD_NOT_STORED',
  'Still processing',
  'Accepted',
  'Will take effect in 10 minutes',
  'Under manual review',
  'Unknown room',
  'Needs approval',
  'The hotel is locked',
  'Dry run',
  'Property is read-only; request had no effect',
  'Name is locked; kept as it was',
  'Changes saved as draft',
  'Availability locked by channel manager',
  'Read-only mode: changes were discarded',
]
const WITH = [
  'OK',
  'Success',
  'Done.',
  'Reservation created',
  'Card stored successfully',
  '2 of 2 settings were applied',
  'Updated, no errors',
  'Completed without any problems.',
  '0 rows rejected',
  'Saved: 3, failed: 0',
  'No errors were found',
  'Confirmed',
  'Stored. A confirmation email is on its way.',
  'The property was updated',
  'Created. This rate cannot be cancelled; breakfast is not included.',
  'Please do not reply.',
  'Processing completed',
  'Request was successfully processed',
  'No further action required.',
  'All rows stored. Nothing was skipped.',
  'Card accepted',
  'The card is stored and will be charged at check-in',
  null,
  '',
  7,
]

it('words are judged in little time, however many there are', () => {
  for (const piece of [
    '0 ',
    'no ',
    'a ',
    '0 a ',
    'no aaaaaaaaaaaaaaaaaaaa ',
    'cannot be ',
    '_ ',
    '1 of ',
    'nothing was ',
    'failed : ',
    'to be aly ',
    '9',
  ])
    expect(
      cpuTime(
        () => void tellsAgainstSuccess(piece.repeat(100_000 / piece.length), { mayHold: false, isCard: true }),
        500,
      ),
      piece,
    ).toBeLessThan(500)
})

describe('flags and counts beside a success', () => {
  it.each([
    { dryRun: true },
    { dry_run: true },
    { simulated: true },
    { validation_only: true },
    { testMode: 'yes' },
    { modified: 0 },
    { changedCount: 0 },
    { note: 'changes were discarded' },
    { readOnly: true },
  ])('%j leaves a write open', (beside) => {
    for (const { key } of WRITES)
      expect([key, beside, exitOf(key, { ...(withMessage(key, 'ok') as object), ...beside })[0] === 0]).toEqual([
        key,
        beside,
        false,
      ])
  })

  it.each([{ dryRun: false }, { modified: 1 }, { simulated: null }, { readOnly: false }])(
    '%j says nothing against it',
    (beside) => {
      for (const { key } of WRITES)
        expect([key, exitOf(key, { ...(withMessage(key, 'ok') as object), ...beside })]).toEqual([key, [0, '']])
    },
  )
})

describe('words beside a success', () => {
  it.each(AGAINST)('"%s" leaves every write open', (message) => {
    for (const { key } of WRITES)
      expect([key, ...exitOf(key, withMessage(key, message))]).toEqual([
        key,
        RULES[key].isBatch === true ? expect.any(Number) : 12,
        expect.stringContaining(message),
      ])
    for (const { key } of WRITES) expect([key, exitOf(key, withMessage(key, message))[0]]).not.toEqual([key, 0])
  })

  it.each(WITH)('%j is an ordinary one', (message) => {
    for (const { key } of WRITES) expect([key, ...exitOf(key, withMessage(key, message))]).toEqual([key, 0, ''])
  })

  it.each<[EndpointKey, object, RegExp]>([
    [
      'reservation.card',
      { result: null, status: 'success', message: 'Card declined by issuer' },
      /success and also message Card declined by issuer/,
    ],
    ['reservation.card', { result: null, status: 'success', meta: { detail: 'Card on hold' } }, /meta\.detail/],
    [
      'reservation.card',
      { result: null, status: 'success', messages: ['Thank you', 'Not saved'] },
      /messages Not saved/,
    ],
    [
      'reservation.card',
      { result: { bookingId: '900001', cardUpdated: false }, status: 'success' },
      /cardUpdated false/,
    ],
    ['reservation.card', { result: { bookingId: '900001', stored: false }, status: 'success' }, /stored false/],
    ['property.update', { result: { ...recordOf('property.update'), isSaved: 'no' }, status: 'success' }, /isSaved no/],
    [
      'property.update',
      { result: { ...recordOf('property.update'), message: 'Changes are pending' }, status: 'success' },
      /result\.message/,
    ],
    ['unit.add', { ...recordOf('unit.add'), message: 'The unit was not stored' }, /message The unit was not stored/],
    [
      'reservation.confirm',
      { result: { ...recordOf('reservation.confirm'), persisted: false }, status: 'success' },
      /persisted false/,
    ],
    ['rates.push', { success: true, error: null, settings: [{ stored: 'no' }] }, /stored no/],
  ])('%s: %j is open', (key, body, words) => {
    const [exit, told] = exitOf(key, body)
    expect(exit).not.toBe(0)
    expect(told).toMatch(words)
  })

  it.each([
    'Card stored; the CVC is not stored',
    'Card saved. Security code was not kept.',
    'Card saved (CVV not stored)',
    'Booking is still pending; card details saved',
    'Card stored. Reservation 900001 is not yet confirmed.',
    'Card saved, the reservation remains on hold',
  ])('"%s" says nothing against a stored card', (message) => {
    expect(exitOf('reservation.card', withMessage('reservation.card', message))).toEqual([0, ''])
  })

  it.each([
    'Card is still pending',
    'Card on hold; the CVC is not stored',
    'The card is not stored',
    'The CVC and the card are not stored',
    'Card not stored; booking is still pending',
    'Booking is pending, card verification pending',
  ])('"%s" leaves a card open', (message) => {
    expect(exitOf('reservation.card', withMessage('reservation.card', message))[0]).toBe(12)
  })

  it.each(['Booking is still pending; saved', 'The CVC is not stored'])('"%s" leaves other writes open', (message) => {
    for (const key of ['property.update', 'reservation.confirm', 'unit.add'] as const)
      expect(exitOf(key, withMessage(key, message))[0]).toBe(12)
  })

  it.each([true, 1, '1', 'updated', 'SUCCESS', 'Saved', 1_000_001, '1000001'])(
    'the result %j beside success proves an update',
    (result) => {
      for (const key of ['property.update', 'propertyInfo.update'] as const)
        expect(exitOf(key, { result, status: 'success' })).toEqual([0, ''])
    },
  )

  it.each([false, 0, '0', 2, 1_000_002, '1000002', 'queued', 'failed', 'unchanged', [], [1_000_001]])(
    'the result %j beside success proves none',
    (result) => {
      for (const key of ['property.update', 'propertyInfo.update'] as const)
        expect([result, exitOf(key, { result, status: 'success' })[0]]).toEqual([result, 12])
    },
  )

  it('a result without a word of success proves none, and no new record', () => {
    for (const result of [true, 1, 'updated', 1_000_001]) {
      expect(exitOf('property.update', { result })[0]).toBe(12)
      expect(exitOf('unit.add', { result, status: 'success' })[0]).toBe(12)
      expect(exitOf('reservation.confirm', { result, status: 'success' })[0]).toBe(12)
    }
  })

  it('a hold may be pending, a text of the record and a warning are no word about it, and neither is what was sent', () => {
    expect(
      exitOf('reservation.create', withMessage('reservation.create', 'Reservation created, pending confirmation'))[0],
    ).toBe(0)
    expect(exitOf('reservation.confirm', withMessage('reservation.confirm', 'Awaiting the hotel'))[0]).toBe(12)
    expect(
      exitOf('unit.add', {
        result: { ...recordOf('unit.add'), note: 'Smoking is not allowed' },
        status: 'success',
        warnings: [{ text: 'price not checked' }],
      })[0],
    ).toBe(0)
    expect(
      exitOf('unit.add', {
        result: { ...recordOf('unit.add'), isUpdated: false, updated: false },
        status: 'success',
      })[0],
    ).toBe(0)
    expect(
      exitOf('reservation.create', {
        result: { ...recordOf('reservation.create'), status: 'rejected' },
        status: 'success',
        message: 'Rejected by the hotel',
      })[0],
    ).toBe(5)
  })
})
