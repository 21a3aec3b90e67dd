import type { WriteCase } from './writes.js'

/** One answer made at random, or its absence. */
export interface RandomAnswer {
  /** For counting and for messages. */
  kind: string
  way: 'answer' | 'cut' | 'cut-mid-body' | 'no-connection'
  status: number
  headers: Record<string, string>
  text: string
}

export type Random = () => number

/** Numbers from 0 to 1 that a seed repeats. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const NOTHING = Symbol('nothing')
type Maybe = typeof NOTHING | unknown

const LABELS: readonly Maybe[] = [
  NOTHING,
  NOTHING,
  'success',
  'success',
  'SUCCESS',
  'OK',
  'ok',
  'Created',
  'updated',
  'fail',
  'FAILED',
  'error',
  'rejected',
  'queued',
  'Accepted',
  'IN_PROGRESS',
  'partial',
  'shiny',
  '',
  null,
  'timeout',
  'no success',
  'duplicate',
  'success_with_errors',
  false,
  true,
  0,
  200,
  '201',
  400,
  '422',
  500,
  '500',
]
const FLAGS: readonly Maybe[] = [
  NOTHING,
  NOTHING,
  NOTHING,
  NOTHING,
  true,
  true,
  'true',
  1,
  'yes',
  'TRUE',
  false,
  'false',
  0,
  'no',
  null,
  'perhaps',
  2,
]
const CHANNEL_FLAGS: readonly Maybe[] = [
  true,
  true,
  true,
  true,
  'true',
  1,
  'YES',
  '1',
  false,
  false,
  'false',
  0,
  NOTHING,
  null,
  'perhaps',
  {},
]
const ERRORS: readonly Maybe[] = [
  NOTHING,
  NOTHING,
  NOTHING,
  NOTHING,
  NOTHING,
  NOTHING,
  null,
  '',
  {},
  [],
  { code: '', message: null },
  { code: 0, message: 'Success' },
  { code: '0', message: 'OK', details: [] },
  { code: 200, message: 'No error' },
  { code: 0, message: 'no such room' },
  { code: 500, message: 'Success' },
  false,
  { code: 'INVALID_ROOM', message: 'no such room' },
  'something broke',
  { code: 7 },
  ['first'],
]
/** What services write beside, or inside, what they call a success. The last ones mean nothing. */
const ASIDES: readonly Record<string, unknown>[] = [
  { errorCode: 'E17' },
  { ErrorMessage: 'price below minimum' },
  { Errors: ['first'] },
  { exception: 'NullPointer' },
  { hasErrors: true },
  { isSuccess: false },
  { statusCode: 422 },
  { code: 500 },
  { Status: 'FAILED' },
  { errorCode: '0' },
  { errorMessage: 'none' },
  { Errors: [] },
  { hasErrors: false },
  { isSuccess: true },
  { statusCode: 200 },
  { exception: null },
]
const INSIDE: readonly Record<string, unknown>[] = [
  { confirmationPending: true },
  { confirmation: { on_request: true } },
  { error: { code: 'X' } },
  { error: 'not stored' },
  { success: false },
  { errors: ['first'] },
  { errorCode: 17 },
  { error: null },
  { success: true },
  { errors: [] },
]
const OF_BATCH: readonly Record<string, unknown>[] = [
  { rejected: [{ room_id: 101 }] },
  { failed: 2 },
  { errors: ['first'] },
  { applied: 3, total: 5 },
  { results: [{ success: true }, { success: false }] },
  { partial: true },
  { warnings: ['price looks low'] },
  { warnings: ['room 101 ignored: unknown'] },
  { warnings: [{ room_id: 101, message: 'ignored' }] },
  { warnings: ['2 nights were skipped'] },
  { results: [{ room_id: 101, message: 'entry ignored' }] },
  { room_settings: [{ room_id: 101, date: '2027-07-03', price: 90 }] },
  { room_settings: [{ room_id: 101, date: '2027-07-03', price: 120 }] },
  { availabilities: [{ room_id: 101, from: '2027-07-01', to: '2027-07-09', availability: 4 }] },
  { availabilities: [{ room_id: 101, from: '2027-07-01', to: '2027-07-09', availability: '5' }] },
  { results: [{ room_id: 101, error: 'closed' }] },
  { room_settings: [{ room_id: 999, date: '2027-07-03', price: 120, availability: 5 }] },
  { stored: [{ room_id: 101, from: '2028-07-01', to: '2028-07-02', price: 120, availability: 5 }] },
  { data: { entries: [{ room_id: 101, date: '2027-07-05', price: null, availability: null }] } },
  { rates: { 101: { '2027-07-02': 90 } }, availability: { 101: { '2027-07-02': 4 } } },
  { rates: { 101: { '2027-07-02': 120 } } },
  { rooms: [{ id: 101 }, { id: 999 }] },
  { rooms: [101] },
  { rooms: [999] },
  { items: [] },
  { entry: { room_id: 101, date: '2027-07-04', price: '120.0', availability: 5 } },
  { hotelCode: 1000002 },
  { hotelCode: '1000001' },
  { rejected: [] },
  { failed: 0 },
  { applied: 5, total: 5 },
  { results: [{ success: true }] },
  { partial: false },
  { warnings: [] },
  { updated: 0 },
  { updated: 0, inserted: 4 },
  { updated: 4 },
  { result: 6 },
  { result: 0 },
  { result: [101] },
  { result: '5f1c-job' },
  { result: 'failed' },
]
const MESSAGES: readonly Maybe[] = [
  NOTHING,
  'OK',
  'done',
  'Stored. No errors, 0 rows were skipped.',
  'Nothing like that. ',
  'an error occurred...',
  'Declined by issuer',
  '2 of 2 settings were ignored',
  'Request accepted for processing',
  'Queued, not yet final',
  'Erfolgreich gespeichert',
  'Values kept from the season before',
  'Stored for room 777',
  'Stored for hotel 1000002',
  'Confirmation for booking 900002 stored',
  'Updated in 12 ms',
  'Request 88123 processed',
]
const STATUSES = [
  200, 200, 200, 200, 200, 200, 200, 201, 201, 202, 204, 206, 299, 300, 301, 302, 303, 304, 307, 308, 400, 401, 402,
  403, 404, 405, 408, 409, 410, 413, 415, 418, 422, 423, 425, 429, 451, 500, 501, 502, 503, 504, 505, 507, 520, 599,
]
const STATES = [
  'pending',
  'confirmed',
  'CONFIRMED',
  'Pending',
  ' Confirmed ',
  'rejected',
  'Declined',
  'CANCELLED',
  'canceled',
  'failed',
  'expired',
  'on_request',
  'On-Request',
  'modified',
  'no_show',
  'shelved',
  'waiting for hotel',
  '',
  null,
]

/** What may stand where the record stands. */
function resultOf({ record, strangers, needs }: WriteCase, random: Random): { name: string; result: Maybe } {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const choice = random()
  if (choice < 0.42) return { name: 'record', result: record }
  if (choice < 0.55 && needs === 'state') {
    const status = pick(STATES)
    return { name: `state ${status === null ? 'null' : status.trim().toLowerCase()}`, result: { ...record, status } }
  }
  if (choice < 0.68) {
    const field = pick(Object.keys(strangers))
    return { name: `other ${field}`, result: { ...record, [field]: strangers[field] } }
  }
  if (choice < 0.74)
    return {
      name: 'as text',
      result: Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
      ),
    }
  if (choice < 0.79)
    return { name: 'half', result: Object.fromEntries(Object.entries(record).filter(() => random() < 0.5)) }
  return pick([
    { name: 'null', result: null },
    { name: 'none', result: NOTHING },
    { name: 'empty object', result: {} },
    { name: 'list', result: [record] },
    { name: 'empty list', result: [] },
    { name: 'number', result: 7 },
    { name: 'text', result: 'done' },
    { name: 'true', result: true },
    { name: 'false', result: false },
    { name: 'one', result: 1 },
    { name: 'word', result: 'updated' },
    { name: 'id alone', result: record['id'] ?? record['propertyId'] ?? record['bookingId'] ?? NOTHING },
    { name: 'unheard', result: { unheard: 'of' } },
  ])
}

const without = (body: Record<string, Maybe>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== NOTHING))

function bodyOf(write: WriteCase, random: Random): { kind: string; text: string } {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const choice = random()
  if (choice < 0.05) return { kind: 'empty', text: pick(['', ' \n']) }
  if (choice < 0.1) return { kind: 'web page', text: '<html><head><title>Welcome</title></head></html>' }
  if (choice < 0.12) return { kind: 'plain text', text: pick(['OK', 'It works!', 'success']) }
  if (choice < 0.17)
    return {
      kind: 'torn',
      text: JSON.stringify({ success: true, result: write.record, status: 'success' }).slice(
        0,
        9 + Math.floor(random() * 20),
      ),
    }
  const { name, result } = resultOf(write, random)
  if (choice < 0.27) return { kind: `bare ${name}`, text: JSON.stringify(result === NOTHING ? {} : result) }
  const shared = { error: pick(ERRORS), message: pick(MESSAGES) }
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result)
  if (write.isBatch === true) {
    const success = pick(CHANNEL_FLAGS)
    const aside = random() < 0.4 ? pick([...OF_BATCH, ...ASIDES]) : {}
    return {
      kind: `success ${String(success)}, error ${JSON.stringify(shared.error)}, ${name}, ${JSON.stringify(aside)}`,
      text: JSON.stringify(
        without({
          success,
          ...shared,
          ...(isObject ? (result as object) : {}),
          ...aside,
          processing_times: { total: 1 },
        }),
      ),
    }
  }
  const [status, success] = [pick(LABELS), pick(FLAGS)]
  const errors = random() < 0.06 ? [{ field: 'name', message: 'is taken' }] : NOTHING
  const aside = random() < 0.2 ? pick(ASIDES) : {}
  const inner = isObject && random() < 0.2 ? { ...(result as object), ...pick(INSIDE) } : result
  return {
    kind: `label ${String(status)}, success ${String(success)}, error ${JSON.stringify(shared.error)}, ${name}`,
    text: JSON.stringify(without({ result: inner, status, success, ...shared, errors, ...aside, executionTime: 3 })),
  }
}

/** An answer to a write, made at random. */
export function randomAnswer(write: WriteCase, random: Random): RandomAnswer {
  const way = random()
  const none = { status: 0, headers: {}, text: '' }
  if (way < 0.02) return { kind: 'cut', way: 'cut', ...none }
  if (way < 0.03) return { kind: 'no connection', way: 'no-connection', ...none }
  if (way < 0.045) return { kind: 'cut mid-body', way: 'cut-mid-body', ...none, status: 200 }
  const status = STATUSES[Math.floor(random() * STATUSES.length)] as number
  const { kind, text } = bodyOf(write, random)
  const isBodiless = status === 204 || status === 304
  const headers: Record<string, string> = {
    ...(random() < 0.15 ? { 'retry-after': '1' } : {}),
    ...(status >= 300 && status <= 399 ? { location: 'https://elsewhere.example/x' } : {}),
  }
  return {
    kind: `${status} ${isBodiless ? 'bodiless' : kind}`,
    way: 'answer',
    status,
    headers,
    text: isBodiless ? '' : text,
  }
}
