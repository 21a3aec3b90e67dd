import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../../src/client/answers/answer.js'
import { createRedactor } from '../../../src/client/shown/redact.js'
import { endpointOf } from '../../../src/contract/index.js'
import { type Judgement, RULES } from '../../../src/outcome/index.js'
import { cpuTime } from '../../support/cpu-time.js'

const RECORD = { id: 1_000_001, hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'N', name: 'Read-only Inn', message: 'x' }

function judged(more: object, headers: Record<string, string> = {}): Judgement {
  return judgeReceived(
    'property.get',
    endpointOf('property.get'),
    { label: 'property.get', rule: RULES['property.get'], asked: { params: { id: 1_000_001 } } },
    {
      status: 200,
      headers,
      text: JSON.stringify({ status: 'success', result: RECORD, ...more }),
      attempts: 1,
      requestId: 'r',
      isRepeat: false,
    },
    { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 },
  )
}

describe('what stands beside what was read', () => {
  it.each([
    'Data may be stale',
    'Two of the rooms are not shown',
    'Partial result: the second shard did not answer',
    'Prices are estimated',
    'The calendar is under maintenance',
    'This is demo data',
    'Rates could not be loaded',
  ])('"%s" warns, and is told', (message) => {
    const judgement = judged({ message })
    expect([judgement.fate, judgement.additions]).toEqual(['done', [message]])
  })

  it.each([
    'OK',
    'Success',
    'Property found',
    '1 result',
    'Data retrieved successfully',
    'Found 3 properties',
    'No properties found',
    '',
  ])('"%s" is not told', (message) => {
    expect(judged({ message })).toMatchObject({ fate: 'done' })
    expect(judged({ message }).additions).toBeUndefined()
    expect(judged({ message }).warnings).toBeUndefined()
  })

  it('warnings are told as such, of the body and of the headers', () => {
    expect(judged({ warnings: ['the address is not checked'] }).warnings).toEqual(['the address is not checked'])
    expect(judged({}, { warning: '299 - "Old interface"' }).warnings).toEqual(['Old interface'])
  })

  it('is read in little time', () => {
    for (const piece of ['may ', 'no a ', '0 ', 'only the '])
      expect(
        cpuTime(() => void judged({ message: piece.repeat(100_000 / piece.length) }), 500),
        piece,
      ).toBeLessThan(500)
  })
})

describe('members beside what was read', () => {
  it.each<[object, string[]]>([
    [{ errors: [{ message: 'shard 2 did not answer' }] }, ['errors: shard 2 did not answer']],
    [{ errors: ['a', 'b'] }, ['errors: a', 'errors: b']],
    [{ notices: ['New prices from May'] }, ['notices: New prices from May']],
    [{ notices: [{ code: 'N1', text: 'New prices' }] }, ['notices: New prices']],
    [{ partial: true }, ['partial: true']],
    [{ truncated: 'yes' }, ['truncated: yes']],
    [{ meta: { truncated: true } }, ['meta.truncated: true']],
    [{ result: { ...RECORD, partial: true } }, ['partial: true']],
    [{ stale: true }, ['stale: true']],
    [{ complete: false }, ['complete: false']],
    [{ failedShards: 0, failures: ['EU'] }, ['failures: EU']],
  ])('%j is told', (more, told) => {
    const judgement = judged(more)
    expect([judgement.fate, judgement.additions]).toEqual(['done', told])
  })

  it.each<object>([
    { errors: [], notices: [], partial: false, truncated: 'no', meta: { truncated: 0 } },
    { errors: null, notices: '', complete: true, stale: false },
    { meta: { page: 1, limit: 20 }, links: { errors: '/e' } },
    { result: { ...RECORD, errors: [] } },
  ])('%j is not', (more) => {
    expect(judged(more).additions).toBeUndefined()
  })
})
