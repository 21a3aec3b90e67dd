import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../src/client/answers/answer.js'
import { createRedactor } from '../../src/client/shown/redact.js'
import { type EndpointKey, endpointOf } from '../../src/contract/index.js'
import { PlainAnswers, RULES } from '../../src/outcome/index.js'
import { randomAnswer, randomOf } from './answers.js'
import { type WriteCase, WRITES } from './writes.js'

const BATCHES = WRITES.filter(({ isBatch }) => isBatch === true)
/** Headers of one answer, which another with the same text has not. */
const HEADERS: readonly Record<string, string>[] = [
  {},
  { 'x-cache': 'Miss', date: 'Mon, 23 Nov 2026 10:00:00 GMT' },
  { warning: '299 - "2 rows were skipped"' },
  { 'x-rejected-entries': '3' },
  { 'x-pending': '1' },
]
/** Bodies that a service gives to every request, and some that speak of one request. */
const BODIES: readonly object[] = [
  { success: true, error: null, processing_times: {} },
  { success: true, error: null, processing_times: { total: 12 } },
  { success: true },
  { success: true, updated: 1 },
  { success: true, hotel_code: '1000001' },
  { success: true, room_settings: WRITES.find(({ key }) => key === 'rates.push')?.input.body['room_settings'] },
  { success: true, ids: [101] },
  { success: true, message: '1 entry stored' },
  { success: true, warnings: ['room 101 was left out'] },
]

type Plain = Map<EndpointKey, PlainAnswers>

function judged(
  { key, input }: WriteCase,
  { status, text, headers }: { status: number; text: string; headers: Record<string, string> },
  plain?: Plain,
): unknown {
  const context = {
    redactor: createRedactor(new Set()),
    baseAddress: new URL('https://service.example'),
    retryAfterCapMs: 120_000,
    ...(plain === undefined ? {} : { plain }),
  }
  const sent = { label: key, rule: RULES[key], asked: input }
  const received = { status, headers, text, attempts: 1, requestId: 'r', isRepeat: false }
  return judgeReceived(key, endpointOf(key), sent, received, context)
}

/** The same write with another hotel, other rooms and another number of entries. */
function others({ input, ...rest }: WriteCase): WriteCase[] {
  const [list] = Object.keys(input.body).filter((name) => name !== 'hotel_code')
  const [entry] = input.body[list as string] as [object]
  return [
    { ...rest, input },
    { ...rest, input: { body: { hotel_code: '7', [list as string]: [{ ...entry, room_id: 9 }] } } },
    { ...rest, input: { body: { ...input.body, [list as string]: [entry, { ...entry, room_id: 102 }] } } },
  ]
}

describe('an answer whose text has proved a batch before', () => {
  it('is judged as it is by itself, whatever was asked and whatever its headers say', () => {
    const random = randomOf(7)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    let known = 0
    for (const write of BATCHES) {
      const asked = others(write)
      const plain: Plain = new Map()
      for (let round = 0; round < 6_000; round += 1) {
        const made = randomAnswer(write, random)
        const answer =
          random() < 0.5 || made.way !== 'answer'
            ? { status: pick([200, 200, 200, 201, 202]), text: JSON.stringify(pick(BODIES)), headers: pick(HEADERS) }
            : { status: made.status, text: made.text, headers: { ...made.headers, ...pick(HEADERS) } }
        const one = pick(asked)
        if (plain.get(write.key)?.has(answer.text) === true) known += 1
        expect(judged(one, answer, plain), answer.text).toEqual(judged(one, answer))
      }
    }
    expect(known).toBeGreaterThan(500)
  })

  it('is known only where it shows nothing of what was asked, and few texts are kept', () => {
    const write = BATCHES[0] as WriteCase
    const plain: Plain = new Map()
    for (const body of BODIES) judged(write, { status: 200, text: JSON.stringify(body), headers: {} }, plain)
    const kept = BODIES.filter((body) => plain.get(write.key)?.has(JSON.stringify(body)) === true)
    expect(kept).toEqual(BODIES.slice(0, 3))
    for (let at = 0; at < 10; at += 1) plain.get(write.key)?.add(`${at}`)
    plain.get(write.key)?.add('x'.repeat(5_000))
    expect([...Array(10).keys()].filter((at) => plain.get(write.key)?.has(`${at}`))).toEqual([6, 7, 8, 9])
  })
})
