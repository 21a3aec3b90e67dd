import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../src/client/answers/answer.js'
import { createRedactor } from '../../src/client/shown/redact.js'
import { type EndpointKey, endpointOf } from '../../src/contract/index.js'
import { RULES } from '../../src/outcome/index.js'
import { WRITES, type WriteCase } from './writes.js'

/** Answers of ordinary services that did what was asked: each is a success, and nothing of it has to be told. */

const DATE = { date: 'Mon, 23 Nov 2026 10:00:00 GMT', 'content-type': 'application/json' }
/** Headers as ordinary servers and gateways send them. */
const SERVERS: Readonly<Record<string, Record<string, string>>> = {
  nginx: { ...DATE, server: 'nginx/1.25.3', connection: 'keep-alive', vary: 'Accept-Encoding' },
  'a content network': {
    ...DATE,
    'x-cache': 'Miss from cloudfront',
    via: '1.1 4f.cloudfront.net (CloudFront)',
    'x-amz-cf-pop': 'FRA56-P4',
    'x-amz-cf-id': 'h3Q',
  },
  'another content network': {
    ...DATE,
    'cf-ray': '8e6d-FRA',
    'cf-cache-status': 'DYNAMIC',
    'alt-svc': 'h3=":443"; ma=86400',
    nel: '{}',
  },
  Spring: {
    ...DATE,
    'x-application-context': 'api:8080',
    'cache-control': 'no-cache, no-store',
    pragma: 'no-cache',
    expires: '0',
  },
  Express: {
    ...DATE,
    'x-powered-by': 'Express',
    etag: 'W/"1f-a"',
    'x-response-time': '12ms',
    'ratelimit-remaining': '99',
  },
  Django: {
    ...DATE,
    server: 'gunicorn',
    allow: 'POST, OPTIONS',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  },
  Rails: { ...DATE, 'x-request-id': '8f3-a2', 'x-runtime': '0.012', 'set-cookie': 'a=b; path=/' },
}

const { input, key: _key } = WRITES.find(({ key }) => key === 'rates.push') as WriteCase
const SENT = input.body['room_settings'] as object[]
/** Answers to a batch. */
const OF_BATCH: readonly object[] = [
  {},
  { message: 'Rates updated successfully' },
  { hotel_code: 1_000_001, room_settings: SENT },
  { request: input.body },
  { data: { entries: SENT.map((one) => ({ ...one, id: 'e-1', updated_at: '2026-11-23T10:00:00Z' })) } },
  { ids: ['e-1'], count: 1 },
  { updated: 1, total: 1, failed: 0 },
  { stored: 1, requestId: '8f3-a2', timestamp: '2026-11-23T10:00:00Z', tookMs: 12 },
  { processing_times: { total: 12 }, _links: { self: { href: '/v1/room_settings/8f3' } } },
  { links: [{ rel: 'self', href: '/v1/room_settings' }], meta: { version: '2.1', request_id: '8f3' } },
  { results: [{ index: 0, status: 'ok' }], errors: [], warnings: [] },
  { message: '1 entry stored', status: 'OK', code: 200 },
  { message: 'Updated in 12 ms', trace_id: 'x' },
  { success: 'true', error: {}, data: null },
]
/** Members beside the record of any other write. */
const BESIDE: readonly object[] = [
  {},
  { message: 'Success' },
  { message: 'Saved successfully.', executionTime: '12' },
  { success: true, error: null, errors: [] },
  { requestId: '8f3-a2', timestamp: 1_795_000_000_000, path: '/api/v1/x' },
  { _links: { self: { href: '/x' } }, meta: { version: '2', durationMs: 12 } },
  { links: [{ rel: 'self', href: '/x' }], warnings: null },
  { message: 'OK (200)', code: 200 },
]

function told(key: EndpointKey, body: object, headers: Record<string, string>): unknown {
  const asked = WRITES.find((one) => one.key === key)?.input ?? {}
  const { fate, words, warnings, additions } = judgeReceived(
    key,
    endpointOf(key),
    { label: key, rule: RULES[key], asked },
    { status: 200, headers, text: JSON.stringify(body), attempts: 1, requestId: 'r', isRepeat: false },
    { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 },
  )
  return [fate, words, warnings ?? additions]
}

describe.each(Object.entries(SERVERS))('behind %s', (_, headers) => {
  it.each(OF_BATCH)('%j is the success of a batch, and nothing is told', (answer) => {
    expect(told('rates.push', { success: true, error: null, ...answer }, headers)).toEqual(['done', '', undefined])
  })

  it.each(BESIDE)('%j beside a record is a success, and nothing is told', (beside) => {
    for (const { key, isBatch, record } of WRITES)
      if (isBatch !== true)
        expect([key, told(key, { status: 'success', result: record, ...beside }, headers)]).toEqual([
          key,
          ['done', '', undefined],
        ])
  })
})

it.each([
  'Reservation has been confirmed.',
  'The booking is confirmed',
  'Reservation 900001 confirmed',
  'Booking 900001 was confirmed successfully',
])('"%s" beside a confirmation is not told', (message) => {
  const record = WRITES.find(({ key }) => key === 'reservation.confirm')?.record
  expect(told('reservation.confirm', { status: 'success', result: record, message }, {})).toEqual([
    'done',
    '',
    undefined,
  ])
})
