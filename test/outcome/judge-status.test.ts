import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../src/client/answers/answer.js'
import { createRedactor } from '../../src/client/shown/redact.js'
import { type EndpointKey, endpointOf } from '../../src/contract/map/map.js'
import { type Judgement, RULES } from '../../src/outcome/index.js'

function judged(key: EndpointKey, status: number, headers: Record<string, string> = {}): Judgement {
  const { params, query, body } = endpointOf(key).example
  const received = { status, headers, text: '{"message":"no"}', attempts: 1, requestId: 'r', isRepeat: false }
  return judgeReceived(
    key,
    endpointOf(key),
    { label: key, rule: RULES[key], asked: { params, query, body } },
    received,
    { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 },
  )
}

describe('what a status alone says', () => {
  it.each<[string, string]>([
    ['3600', '3600 s'],
    ['7200', '2 h'],
    ['999999', '12 days'],
  ])('a wait of %s s is told as %s', (seconds, words) => {
    expect(judged('property.get', 429, { 'retry-after': seconds })).toMatchObject({
      words: expect.stringContaining(`asks to wait ${words}:`) as string,
      next: `Try again in ${words}.`,
    })
    expect(judged('reservation.create', 429, { 'retry-after': seconds }).words).toContain(`asks to wait ${words}`)
  })

  it('404 to what is to be made speaks of what it names, and not of an id that it has not', () => {
    for (const key of ['reservation.create', 'unit.add', 'property.create', 'ratePlan.create'] as const)
      expect(judged(key, 404)).toMatchObject({
        code: 'NOT_FOUND',
        next: expect.stringMatching(/^Check the property, rooms and rate plans that it names/) as string,
      })
    expect(judged('unit.get', 404).next).toBeUndefined()
  })
})
