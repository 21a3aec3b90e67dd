import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../src/client/answers/answer.js'
import { createRedactor } from '../../src/client/shown/redact.js'
import { endpointOf, type EndpointKey } from '../../src/contract/map/map.js'
import { parseOverlay } from '../../src/contract/overlay/overlay.js'
import { faultOf, provesAbsence, RULES } from '../../src/outcome/index.js'

/** What a look-up may be answered with, and whether it proves that nothing is there. */
interface Answer {
  key?: EndpointKey
  status: number
  body?: unknown
  text?: string
  headers?: Record<string, string>
  behindMs?: number
  madeIn?: { from: number; until: number }
}

const CHANNEL = 'HS-partial-7'

function proves(
  {
    key = 'reservation.lookup',
    status,
    body,
    text = body === undefined ? '' : JSON.stringify(body),
    headers = {},
    behindMs,
    madeIn,
  }: Answer,
  overlay: object = {},
): { isAbsent: boolean; isMute: boolean; exit: number; words: string } {
  const asked = key === 'reservation.lookup' ? { query: { channelId: CHANNEL } } : { params: { id: CHANNEL } }
  const judgement = judgeReceived(
    key,
    endpointOf(key),
    { label: key, rule: RULES[key], asked },
    { status, headers, text, attempts: 1, requestId: 'r', isRepeat: false, behindMs, madeIn },
    {
      redactor: createRedactor(new Set()),
      baseAddress: new URL('https://service.example'),
      retryAfterCapMs: 120_000,
      overlay: parseOverlay(overlay),
    },
  )
  const fault = faultOf(judgement)
  const isMute = fault.facts['isMute'] === true
  return {
    isAbsent: judgement.fate === 'refused' && provesAbsence(fault),
    isMute,
    exit: fault.exitCode,
    words: fault.message,
  }
}

const none = (over: object = {}): Answer => ({ status: 200, body: { result: [], status: 'success', ...over } })
const bare = (headers: Record<string, string>): Answer => ({ status: 200, body: [], headers })
const missing = (message: string, over: object = {}): Answer => ({
  status: 404,
  body: { result: null, status: 'fail', message, ...over },
})
const loose = (body: unknown): Answer => ({ status: 404, body })

describe('what proves that nothing is there', () => {
  it.each<[string, Answer]>([
    ['an empty list', none()],
    ['an empty list and a message', none({ message: 'No reservations found.', executionTime: 3 })],
    [
      'an empty list, all told',
      none({
        totalElements: 0,
        hasMore: false,
        next: null,
        nextCursor: '',
        warnings: [],
        degraded: false,
        upToDate: true,
        links: [{ rel: 'self', href: '/x' }],
      }),
    ],
    [
      'a bare empty list',
      bare({ 'x-total-count': '0', age: '0', warning: '299 - "This version ends in 2029"', link: '</x>; rel="self"' }),
    ],
    ['404 in the envelope', missing('Booking not found')],
    ['two words, in the envelope', missing('Not found')],
    ['the same in small letters, with its time', missing('not found', { executionTime: 3 })],
    ['no word, in the envelope', missing('')],
    ['null, in the envelope', loose({ result: null, status: 'fail', message: null })],
    ['a resource, in the envelope', missing('Resource not found')],
    ['nothing, in the envelope', missing('Nothing found')],
    ['two words in the envelope, on a property', { ...missing('Not Found'), key: 'property.getByHubId' }],
    ['404 in the envelope, on a property', { ...missing('no such property'), key: 'property.getByHubId' }],
    [
      '404 with errors',
      loose({ status: 'fail', errors: [{ field: 'channelId', message: `belongs to no reservation (${CHANNEL})` }] }),
    ],
    ['404 with a label and words', loose({ status: 'error', message: 'No booking with this channel booking id' })],
    ['404 naming the id, which holds an odd word', loose({ message: `${CHANNEL} does not exist` })],
    [
      '404 naming the kind of thing',
      loose({ timestamp: 'x', status: 404, error: 'Not Found', message: 'Reservation not found', path: '/api/v1/x' }),
    ],
  ])('%s does', (_, answer) => {
    expect(proves(answer)).toMatchObject({ isAbsent: true, exit: 5 })
  })

  it.each<[string, Answer]>([
    ['404 of an index at work', loose({ message: 'search index is being rebuilt, try again' })],
    ['404 in the envelope, index at work', missing('The reservation index is rebuilding')],
    ['404 with Retry-After', { ...missing('no such reservation'), headers: { 'retry-after': '2' } }],
    ['404 of a cache', { ...missing('no such reservation'), headers: { age: '40' } }],
    ['warnings', none({ warnings: [{ code: 'SHARD_DOWN', text: 'one did not answer' }] })],
    ['a message that takes it back', none({ message: 'Results may be incomplete' })],
    ['degraded', none({ degraded: true })],
    ['stale, deeper', none({ meta: { data: { isStale: 'true' } } })],
    ['not up to date', none({ upToDate: false })],
    ['timed out', none({ timed_out: true })],
    ['shards that failed', none({ _shards: { failedShards: 1 } })],
    ['retryAfter in the body', none({ retryAfter: 2 })],
    ['Warning 110', bare({ warning: '110 - "Response is Stale"' })],
    ['Warning 299 that takes it back', bare({ warning: '299 - "partial results"' })],
    ['X-Cache', bare({ 'x-cache': 'HIT' })],
    ['HTTP 203', { ...bare({}), status: 203 }],
    ['Retry-After beside an empty list', bare({ 'retry-after': '5' })],
    ['a Link to the next page', bare({ link: '</x?page=0>; rel="first", </x?page=2>; rel="next"' })],
    ['X-Total-Count of a bare list', bare({ 'x-total-count': '2' })],
    ['a next page', none({ next: '/api/v1/x?page=2' })],
    ['a cursor', none({ paging: { cursor: 'abc' } })],
    ['a next link', none({ _links: { next: { href: '/x?page=2' } } })],
    ['a list of links', none({ links: [{ rel: 'next', href: '/x?page=2' }] })],
  ])('%s takes it back', (_, answer) => {
    expect(proves(answer)).toMatchObject({
      isAbsent: false,
      exit: 12,
      words: expect.stringMatching(/^No usable answer/) as string,
    })
  })

  it.each<[string, Answer]>([
    ['an empty 404', { status: 404 }],
    ['a page', { status: 404, text: '<title>Not Found</title>' }],
    ['a text', { status: 404, text: '"not found"' }],
    ['an empty object', loose({})],
    [
      'no route, as a framework says it',
      loose({
        timestamp: new Date().toISOString(),
        status: 404,
        error: 'Not Found',
        message: 'No message available',
        path: `/api/v1/hubswitch/reservations/v2?channelId=${CHANNEL}`,
      }),
    ],
    [
      'no route, without a message',
      loose({
        timestamp: new Date().toISOString(),
        status: 404,
        error: 'Not Found',
        message: '',
        path: `/api/v1/hubswitch/reservations/v2/${CHANNEL}`,
      }),
    ],
    [
      'no static resource',
      loose({
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: `No static resource api/v1/hubswitch/reservations/v2/${CHANNEL}.`,
      }),
    ],
    ['no route, of a gateway', loose({ message: 'no Route matched with those values' })],
    ['no endpoint, in the envelope', missing('There is no endpoint /api/v1/hubswitch/reservations/v2.')],
    [
      'cannot GET',
      loose({
        statusCode: 404,
        message: `Cannot GET /api/v1/hubswitch/reservations/v2?channelId=${CHANNEL}`,
        error: 'Not Found',
      }),
    ],
    ['a field alone', loose({ status: 'fail', errors: [{ field: 'channelId', message: 'does not exist' }] })],
    ['two words', loose({ message: 'Not Found' })],
    ['a label and no result', loose({ status: 'fail', message: 'Not Found' })],
    ['a result and no label', loose({ result: null, message: 'Not Found' })],
    ['another label', loose({ result: null, status: 'shiny', message: 'Not Found' })],
    ['two words and a label', loose({ status: 'error', message: 'Not Found' })],
  ])('%s does not', (_, answer) => {
    expect(proves(answer)).toMatchObject({ isAbsent: false })
  })

  it.each<[string, Answer]>([
    ...[
      'Reservation not found on this node',
      'Reservation not found in region eu-2',
      'Reservation not found yet',
      'Booking not found at this time',
      'Reservation not found, synchronisation pending',
      'Booking service not found',
      'Booking store not found',
      'Reservation database not found',
      'Reservation lookup disabled',
      'Partner not found',
      'Supplier not found',
      'Channel not found',
      'Hotel not found',
      'No reservation visible to you',
      'Permission denied',
      'Some sources did not respond',
      'Reservation not indexed',
      'No reservation found, showing 0 of 4',
      'Buchung nicht gefunden',
      'Reservation exists',
    ].map((text): [string, Answer] => [text, missing(text)]),
    ...['Booking node not found', 'The booking was not found here', 'Resource not found'].map(
      (text): [string, Answer] => [`bare: ${text}`, loose({ status: 404, message: text })],
    ),
    ...Object.entries({
      'CF-Cache-Status': 'HIT',
      'x-varnish': '32770 3',
      'cache-status': 'edge; hit; ttl=40',
      'x-cache-status': 'STALE',
      'x-cache-lookup': 'TCP_MEM_HIT',
      'x-drupal-cache': 'HIT',
      'x-next-page': '2',
      'x-total-pages': '3',
      'content-range': 'items 0-0/5',
      'x-replica': 'eu-2',
      'x-replication-lag': '12',
      'x-consistency': 'eventual',
      'x-stale': 'true',
      'x-partial-result': '1',
      'cf-cache-status': 'UPDATING',
    }).flatMap(([name, value]): [string, Answer][] => [
      [`${name} ${value}, 404`, { ...missing('Reservation not found'), headers: { [name.toLowerCase()]: value } }],
      [`${name} ${value}, empty list`, bare({ [name.toLowerCase()]: value })],
    ]),
    ...[
      { errors: ['x'] },
      { incomplete_results: true },
      { unavailableSources: ['a'] },
      { failedSources: 2 },
      { meta: { searched: ['eu-1'] } },
      { message: 'some sources did not respond' },
      { message: 'not indexed' },
      { note: 'from eu-2' },
      { asOf: '2027-01-01' },
    ].map((over): [string, Answer] => [`beside an empty list ${JSON.stringify(over)}`, none(over)]),
    ['404 that says success', loose({ status: 'success', result: null, message: 'Reservation not found' })],
    ['404 with a record', loose({ status: 'fail', result: [{ bookingId: '1' }], message: 'Reservation not found' })],
    ...['Property information not found', 'Property info not found', 'Property content not found'].map(
      (text): [string, Answer] => [`of a property: ${text}`, { ...missing(text), key: 'property.getByHubId' }],
    ),
    ['404 of a channel', missing(`Channel id ${CHANNEL} not found`)],
    ['404 of a property that names a room', { ...missing('Unit not found'), key: 'property.getByHubId' }],
  ])('"%s" leaves it open', (_, answer) => {
    expect(proves(answer)).toMatchObject({ isAbsent: false, exit: 12 })
  })

  it.each<[string, Answer]>([
    [
      'RESERVATION_NOT_FOUND',
      loose({
        error: {
          code: 'RESERVATION_NOT_FOUND',
          message: `No reservation with channel booking id ${CHANNEL} could be found.`,
        },
        requestId: '8f-3',
      }),
    ],
    [
      'an exception',
      loose({
        timestamp: new Date().toISOString(),
        status: 404,
        error: 'Not Found',
        exception: 'ReservationNotFoundException',
        message: `Reservation '${CHANNEL}' doesn't exist`,
        path: '/x',
      }),
    ],
    [
      'problem details',
      loose({
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: `There is no booking with the id ${CHANNEL} in our system.`,
      }),
    ],
    [
      'headers of caches that did not answer',
      {
        ...missing('Unknown reservation.'),
        headers: {
          'cf-cache-status': 'DYNAMIC',
          'x-cache': 'Miss from edge',
          'x-cache-hits': '0',
          'x-varnish': '32770',
          'cache-control': 'no-store',
          'cache-status': 'edge; fwd=miss',
          'accept-ranges': 'bytes',
          'x-ratelimit-remaining': '7',
          'x-total-count': '0',
          age: '0',
          'content-language': 'en',
        },
      },
    ],
    ['a list with words', none({ message: 'OK', count: 0, page: 0, size: 20, requestId: 'a', version: '2.1' })],
    ['a property', { ...missing(`No property with hubSwitchId ${CHANNEL}`), key: 'property.getByHubId' }],
  ])('%s proves it', (_, answer) => {
    expect(proves(answer)).toMatchObject({ isAbsent: true, exit: 5 })
  })

  it.each([
    'null',
    'undefined',
    'None',
    '0',
    'NaN',
    '{channelId}',
    '[object Object]',
    "''",
    '""',
    '()',
    '<id>',
    '$1',
    '%s',
    '#',
    '?',
    '404',
    'unknown',
    'missing',
    'e',
    `${CHANNEL}0`,
    `A-${CHANNEL}`,
    `${CHANNEL}.2`,
    'hs-partial-7x',
    '-',
  ])('a service that names %s instead of the id has lost what it was asked for', (lost) => {
    for (const text of [
      `Reservation ${lost} not found`,
      `Reservation with id ${lost} not found`,
      `No booking with channelId ${lost}`,
      `Reservation not found for booking id ${lost}`,
    ]) {
      expect([text, proves(missing(text)).isAbsent, proves(missing(text)).exit]).toEqual([text, false, 12])
    }
    expect(proves({ ...missing(`Property ${lost} not found`), key: 'property.getByHubId' })).toMatchObject({
      isAbsent: false,
      exit: 12,
    })
  })

  it.each([
    'Channel id not found',
    'Unknown channelId',
    'Reservation with id  not found',
    'Reservation  not found',
    'Reservation id not found',
    'Booking number unknown',
    'Reservation with id not found.',
    'No reservation for the reference',
  ])('"%s" names no id and no thing', (text) => {
    expect(proves(missing(text))).toMatchObject({ isAbsent: false, exit: 12 })
  })

  it.each([
    `Reservation ${CHANNEL} not found`,
    `Reservation with channelId='${CHANNEL}' not found.`,
    `No reservation found for channelId: ${CHANNEL}`,
    `Reservation{channelId=${CHANNEL}} does not exist`,
    `Reservation [${CHANNEL}] does not exist`,
    `There is no booking "${CHANNEL}".`,
    'No reservation with the given channel booking id.',
    'No booking matches the id provided',
    'Reservation does not exist (404)',
    'HTTP 404: reservation not found',
    'Error 404 reservation not found',
    'Unknown reservation',
    'Reservation unknown.',
    'Reservation record not found',
  ])('"%s" proves it', (text) => {
    expect(proves(missing(text))).toMatchObject({ isAbsent: true, exit: 5 })
  })

  it.each<[string, string, boolean]>([
    ['x-data-source', 'secondary', false],
    ['x-results-complete', 'false', false],
    ['memento-datetime', 'Mon, 01 Jan 2024 00:00:00 GMT', false],
    ['x-index-age', '30', false],
    ['x-served-by', 'replica-2', false],
    ['server-timing', 'cache;desc=HIT', false],
    ['x-page', '2', false],
    ['x-cache', 'TCP_HIT', false],
    ['x-cache', 'TCP_REFRESH_HIT', false],
    ['x-cache', 'Error from cloudfront', true],
    ['x-cache', 'TCP_MISS', true],
    ['x-cache', 'CONFIG_NOCACHE', true],
    ['x-msedge-ref', 'Ref A: 8F Ref B: 3 Ref C: x', true],
    ['x-envoy-decorator-operation', 'reservations:8080/*', true],
    ['x-served-by', 'node-7', true],
    ['server-timing', 'db;dur=53', true],
    ['x-amzn-requestid', '8f-3', true],
    ['x-correlation-id', '8f-3', true],
    ['access-control-expose-headers', 'x', true],
    ['x-runtime', '0.02', true],
    ['last-modified', new Date().toUTCString(), true],
    ['last-modified', new Date(Date.now() - 4_800_000).toUTCString(), true],
    ['last-modified', 'Mon, 01 Jan 2024 00:00:00 GMT', true],
    ['strict-transport-security', 'max-age=1', true],
    ['set-cookie', 'a=b', true],
    ['via', '1.1 edge', true],
    ['traceparent', '00-1', true],
    ['x-rate-limit-reset', '3', true],
  ])('header %s: %s, proves it: %s', (name, value, isProof) => {
    for (const answer of [missing('Reservation not found'), bare({})])
      expect(proves({ ...answer, headers: { [name]: value } })).toMatchObject({
        isAbsent: isProof,
        exit: isProof ? 5 : 12,
      })
  })

  it.each<[string, Answer]>([
    ['Date', { ...missing('Reservation not found'), behindMs: 4_000 }],
    ['Date of an empty list', { ...bare({}), behindMs: 4_000 }],
    ...[
      new Date(Date.now() - 90_000_000).toISOString(),
      '2024-03-01T10:00:00',
      Date.now() - 90_000_000,
      Math.floor(Date.now() / 1_000) - 90_000,
      'Mon, 01 Jan 2024 00:00:00 GMT',
    ].flatMap((timestamp): [string, Answer][] => [
      [`timestamp ${timestamp}`, missing('Reservation not found', { timestamp })],
      [`timestamp ${timestamp} of an empty list`, none({ meta: { timestamp } })],
    ]),
  ])('an answer that is old by its %s proves nothing', (_, answer) => {
    expect(proves(answer)).toMatchObject({ isAbsent: false, exit: 12 })
  })

  it.each<[object, boolean]>([
    [{ status: 503 }, false],
    [{ code: 503 }, false],
    [{ httpStatus: '503' }, false],
    [{ status: 403 }, false],
    [{ errorCode: 500 }, false],
    [{ status: 'unknown' }, false],
    [{ state: 'unknown' }, false],
    [{ path: '/api/v1/x?channelId=OTHER' }, false],
    [{ instance: `/x?channel_id=OTHER&a=${CHANNEL}` }, false],
    [{ exception: 'com.x.StatusNotFoundException' }, false],
    [{ status: 404, code: 1404 }, true],
    [{ path: `/api/v1/x?channelId=${CHANNEL}&page=0` }, true],
    [{ exception: 'com.x.ReservationNotFoundException' }, true],
  ])('%j beside the plain sentence leaves it a proof: %s', (over, isProof) => {
    expect(proves(loose({ message: 'Reservation not found', ...over }))).toMatchObject({
      isAbsent: isProof,
      exit: isProof ? 5 : 12,
    })
  })

  it.each(['Reservation found', 'Reservations exist', 'timeout', 'Timed out', 'Reservation known'])(
    'an empty list and the message "%s" leave it open',
    (message) => {
      expect(proves(none({ message }))).toMatchObject({ isAbsent: false, exit: 12 })
      expect(proves({ status: 200, body: { result: [], message } })).toMatchObject({ isAbsent: false, exit: 12 })
    },
  )

  // The request went out at noon by the service's clock, which is known to 3 s.
  const NOON = Date.UTC(2026, 10, 23, 12)
  const madeIn = { from: NOON - 3_000, until: NOON + 3_500 }
  it.each<[unknown, boolean]>([
    ['2026-11-23T11:58:30Z', false],
    ['2026-11-23T11:58:30.120Z', false],
    ['2026-11-23T12:58:30+01:00', false],
    ['2026-11-23T12:58:30+0100', false],
    ['2026-11-23 11:58:30Z', false],
    ['Mon, 23 Nov 2026 11:58:30 GMT', false],
    [NOON - 90_000, false],
    [(NOON - 90_000) / 1_000, false],
    [String(NOON - 90_000), false],
    ['2026-11-23T11:58:30', false],
    ['2026-11-23T13:58:30', false],
    ['2026-11-23 17:28:30', false],
    ['2026-11-23T11:58Z', false],
    ['2026-11-20', false],
    ['2026-11-23T12:00:00Z', true],
    ['2026-11-23T11:59:58Z', true],
    ['2026-11-23T12:00Z', true],
    ['2026-11-23T13:00:00+01:00', true],
    ['Mon, 23 Nov 2026 12:00:00 GMT', true],
    [NOON, true],
    [NOON / 1_000, true],
    ['2026-11-23T14:00:01', true],
    ['2026-11-23 07:00:01', true],
    ['2026-11-23T17:30:00.123456', true],
    ['2026-11-22', true],
    ['2026-11-23', true],
    ['x', true],
  ])('timestamp %s beside "not found" leaves it a proof: %s', (timestamp, isProof) => {
    for (const answer of [missing('Reservation not found', { timestamp }), none({ timestamp })])
      expect(proves({ ...answer, madeIn })).toMatchObject({ isAbsent: isProof, exit: isProof ? 5 : 12 })
  })

  it('an answer that dates itself before its request is told so', () => {
    expect(proves({ ...missing('Reservation not found', { date: '2026-11-23T11:00:00Z' }), madeIn }).words).toContain(
      'By its date (2026-11-23T11:00:00Z) it was made before the request, and proves nothing',
    )
  })

  it.each(['0', ' 0 ', '0.0'])('Retry-After: %s proves nothing, and stands in the way of no first create', (retry) => {
    for (const answer of [missing('Reservation not found'), bare({})]) {
      const told = proves({ ...answer, headers: { 'retry-after': retry } })
      expect(told).toMatchObject({ isAbsent: false, exit: 12, isMute: true })
    }
    expect(proves({ ...missing('Reservation not found'), headers: { 'retry-after': '1' } }).isMute).toBe(false)
  })

  it.each([
    `Reservation: channel id ${CHANNEL} not found`,
    `Channel id ${CHANNEL} not found for reservation`,
    `Channel id ${CHANNEL} not found (reservation)`,
    `Reservation lookup: unknown channel id ${CHANNEL}`,
    `Booking request: channelId ${CHANNEL} does not exist`,
    `channelId ${CHANNEL} not found. Reservation.`,
    `The reservation channel id ${CHANNEL} is not known`,
  ])('"%s" is about the channel', (text) => {
    expect(proves(missing(text))).toMatchObject({ isAbsent: false, exit: 12 })
  })

  it.each([
    `Reservation with channel id ${CHANNEL} not found`,
    `No reservation found for channel id ${CHANNEL}`,
    `Channel id ${CHANNEL} belongs to no reservation`,
    `Channel id ${CHANNEL} does not match any reservation`,
    `Reservation not found: channel id ${CHANNEL}`,
    `Booking [channelId: ${CHANNEL}] not found`,
  ])('"%s" is about the reservation', (text) => {
    expect(proves(missing(text))).toMatchObject({ isAbsent: true, exit: 5 })
  })

  it.each([400, 410, 422, 200, 201])('a plain sentence under HTTP %i counts as not found', (status) => {
    expect(proves({ ...missing(`No reservation with channelId ${CHANNEL}`), status })).toMatchObject({
      isAbsent: true,
      exit: 5,
      words: `The service did not find it: No reservation with channelId ${CHANNEL}.`,
    })
    expect(proves({ status, body: { status: 'fail', errors: [{ message: 'Unknown reservation' }] } })).toMatchObject({
      isAbsent: true,
    })
    expect(proves({ ...missing('No property with this id'), key: 'property.getByHubId', status })).toMatchObject({
      isAbsent: true,
    })
    for (const body of [
      { status: 'fail', message: 'Reservation null not found' },
      { status: 'fail', message: 'Unknown channelId' },
      { status: 'fail', message: 'channelId must have 3 characters' },
      { status: 'processing', message: 'Reservation not found' },
      { status: 'fail', message: 'Reservation not found', result: [{ bookingId: '1' }] },
    ])
      expect([body, proves({ status, body }).isAbsent]).toEqual([body, false])
    expect(proves({ ...missing('Reservation not found'), status, headers: { age: '9' } })).toMatchObject({
      isAbsent: false,
    })
    expect(proves({ ...missing('Property not found'), key: 'property.get', status })).toMatchObject({ isAbsent: false })
  })

  it.each([
    'Reservation status unknown',
    'No reservation id given',
    'No status found for reservation',
    'STATUS_NOT_FOUND',
    'No booking id given',
    'No channel booking id given',
    'Reservation not found for status',
    'Reservation error not found',
    'No reservation given',
    'Reservation not given',
    'Reservation not requested',
    'No given reservation id',
    'This reservation id is missing',
    'Missing this booking id',
    'The reservation id was not provided',
    `Reservation ${CHANNEL} status unknown`,
    `Reservation ${CHANNEL} has no number`,
    `Reservation ${CHANNEL} has no record`,
    `Reservation ${CHANNEL} code unknown`,
    `Reservation ${CHANNEL} has no value`,
    `No name found for reservation ${CHANNEL}`,
    'Reservation unknown error',
    'Unknown error: reservation',
    'Reservation is not empty',
    'Reservation does not match',
    'Reservation exception not found',
    'No items found for reservation',
    'Unknown',
    'Missing',
  ])('"%s" is about something of it, or about the request', (text) => {
    for (const status of [404, 400, 410, 422])
      expect([status, proves({ ...missing(text), status }).isAbsent]).toEqual([status, false])
    // A code names fields: the words of an id say nothing there.
    if (!/id|code|name/.test(text))
      expect(proves(missing('Reservation not found', { errorCode: text })).isAbsent).toBe(false)
  })

  it.each(['Property status unknown', 'No property id given', `Property ${CHANNEL} has no name`])(
    '"%s" says nothing of the property',
    (text) => {
      expect(proves({ ...missing(text), key: 'property.getByHubId' })).toMatchObject({ isAbsent: false, exit: 12 })
    },
  )

  it.each([
    'No reservation with the given id',
    `Reservation with id ${CHANNEL} not found`,
    'No reservation found for the id given',
    'The requested reservation was not found',
    'The specified booking does not exist',
    'No reservation for the booking number supplied',
    'Error: no reservation with this id',
    'HTTP status 404: reservation not found',
    'Error code 404: no such booking',
    'ReservationNotFoundError',
    'ERR_RESERVATION_NOT_FOUND',
    'No matching reservation',
    'We have no reservation with this id',
    `Booking reference ${CHANNEL} does not exist`,
    `channelId belongs to no reservation (${CHANNEL}).`,
  ])('"%s" is about the reservation itself', (text) => {
    for (const status of [404, 400, 410, 422])
      expect([status, proves({ ...missing(text), status }).isAbsent]).toEqual([status, true])
  })

  it.each<[object, RegExp]>([
    [
      { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'channelId is too long' },
      /channelId is too long/,
    ],
    [{ detail: 'Not allowed here.' }, /Not allowed here/],
    [{ detail: [{ loc: ['query', 'channelId'], msg: 'field required' }] }, /field required/],
    [{ title: 'Wrong partner' }, /Wrong partner/],
    [{ channelId: ['This field is odd.'] }, /This field is odd/],
  ])('%j says why', (body, words) => {
    expect(proves({ status: 400, body })).toMatchObject({
      isAbsent: false,
      words: expect.stringMatching(words) as string,
    })
  })

  it('the envelope may be that of an overlay', () => {
    const overlay = {
      envelope: { apiV1: { status: 'outcome.code', message: 'outcome.text' } },
      failureLabels: ['ABORTED'],
    }
    expect(
      proves(loose({ outcome: { code: 'ABORTED', text: 'nothing found for this booking' } }), overlay),
    ).toMatchObject({ isAbsent: true })
    expect(proves(loose({ outcome: { code: 'ABORTED', text: 'shards are down' } }), overlay)).toMatchObject({
      isAbsent: false,
    })
  })
})
