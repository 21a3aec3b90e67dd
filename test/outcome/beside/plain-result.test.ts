import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../../src/client/answers/answer.js'
import { createRedactor } from '../../../src/client/shown/redact.js'
import { endpointOf } from '../../../src/contract/index.js'
import { type Judgement, RULES } from '../../../src/outcome/index.js'

const entry = (room: number) => ({ room_id: room, from: '2030-06-01', to: '2030-06-02', price: 100 })

function judged(body: object, key: 'rates.push' | 'room.list' = 'rates.push'): Judgement {
  return judgeReceived(
    key,
    endpointOf(key),
    { label: key, rule: RULES[key], asked: { body: { hotel_code: 7, room_settings: [entry(101), entry(102)] } } },
    { status: 200, headers: {}, text: JSON.stringify(body), attempts: 1, requestId: 'r', isRepeat: false },
    { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 },
  )
}

describe('the result beside the success of a batch', () => {
  it.each<[unknown, string[] | undefined]>([
    [6, undefined],
    ['6', undefined],
    [2, undefined],
    [1, undefined],
    [true, undefined],
    ['OK', undefined],
    [[101, 102], undefined],
    [['102', '101'], undefined],
    [[101], ['result: 101']],
    [[101, 102, 103], ['result: 101, 102, 103']],
    [[{ room_id: 101 }], ['result: 1 of 2 entries, without room 102, 2030-06-01 to 2030-06-02']],
    ['5f1c-job', ['result: 5f1c-job']],
  ])('%j is done, and told where it is more than that', (result, told) => {
    const { fate, additions } = judged({ success: true, error: null, result })
    expect([fate, additions]).toEqual(['done', told])
  })

  it.each<unknown>([0, '0', -1, [], 'failed', 'queued', 'Not all values were stored', false, 1.5])(
    '%j speaks against it',
    (result) => {
      expect(judged({ success: true, error: null, result }).fate).toBe('unknown')
    },
  )
})

describe('the message beside the success of a batch', () => {
  it.each(['No changes', 'no changes detected.', '0 changes'])(
    '"%s": what was sent stands, and it is told',
    (message) => {
      const { fate, additions } = judged({ success: true, error: null, message })
      expect([fate, additions]).toEqual(['done', [message]])
    },
  )

  it.each(['No changes applied', 'No changes: locked', 'No rooms changed'])('"%s" leaves it open', (message) => {
    expect(judged({ success: true, error: null, message }).fate).toBe('unknown')
  })

  it('is not quoted by a name that there is none of', () => {
    const { additions = [] } = judged({ success: true, error: null, from: '2030-06-01', to: '2030-06-01' })
    expect(additions).toEqual(['entries: parts of 2 entries, without room 101, 2030-06-02'])
  })
})

describe('an error beside a success', () => {
  it.each<unknown>([
    { code: 0, message: 'Success' },
    { code: '0', message: 'OK' },
    { code: 200, message: 'No error' },
    { code: '200', message: 'no errors.' },
    { code: 'SUCCESS', message: '' },
    { errorCode: 0, errorMessage: null, details: [] },
    [{ code: 0, message: 'Success' }],
  ])('%j is none', (error) => {
    expect(judged({ success: true, error, processing_times: {} }).fate).toBe('done')
    expect(judged({ success: true, error, rooms: [], processing_times: {} }, 'room.list').fate).toBe('done')
  })

  it.each<unknown>([
    { code: 0, message: 'no such room' },
    { code: 17, message: 'Success' },
    { code: 0, message: 'Success', rejected: [101] },
    { code: 0, message: 'Success', hint: 'one room was left out' },
    { code: 404, message: 'OK' },
    [{ code: 0 }, { code: 3 }],
    { message: 'pending' },
  ])('%j is one', (error) => {
    expect(judged({ success: true, error, processing_times: {} }).fate).toBe('unknown')
  })
})
