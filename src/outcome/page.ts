import { checkValue, type EndpointKey, endpointOf, endpoints, ENVELOPE_NAMES, writeJson } from '../contract/index.js'
import { EXIT } from '../errors.js'
import { judgeSilence } from './judge-silence.js'
import { judgeAnswer } from './judge.js'
import { type Asked, faultOf, type Judgement, RULES } from './rules/index.js'
import { lookOf } from './words.js'

/** The page that says what each kind of answer means for each endpoint. Every line of it is judged, not written. */

/** An answer as it may come; `body` is JSON where it is no text. */
interface Sample {
  kind: string
  status: number
  headers?: Record<string, string>
  text: string
}

const channel = (key: EndpointKey): boolean => endpointOf(key).dialect.name === 'channelApi'

function wrapped(key: EndpointKey, result: unknown, over: Record<string, unknown> = {}): string {
  if (endpointOf(key).bare === true) return writeJson({ ...(result as object), ...over })
  return writeJson(
    channel(key)
      ? { success: true, error: null, ...(result as object), ...over }
      : { result, status: 'success', message: 'OK', executionTime: 3, ...over },
  )
}

function recordOf(key: EndpointKey): Record<string, unknown> {
  return endpointOf(key).example.result as Record<string, unknown>
}

/** The example with another value in the first field that is compared. */
function otherRecord(key: EndpointKey, asked: Asked): Record<string, unknown> | undefined {
  const record = recordOf(key)
  const { same = {}, comparesValues } = RULES[key]
  const body = (asked.body ?? {}) as Record<string, unknown>
  const plain = Object.keys(same).filter((field) => /^\w+$/.test(field))
  const field = [...plain, ...(comparesValues === true ? Object.keys(body) : [])].find((name) =>
    ['string', 'number'].includes(typeof record[name]),
  )
  if (field === undefined) return plain.includes('hotel_code') ? { hotel_code: 999 } : undefined
  return {
    ...record,
    [field]: typeof record[field] === 'number' ? (record[field] as number) + 1 : `${String(record[field])}9`,
  }
}

/** What may stand beside the success of a write, or in place of its record. */
function besideSamples(key: EndpointKey): Sample[] {
  const record = recordOf(key)
  const row = key === 'rates.push' ? 'room_settings' : 'availabilities'
  const sent = ((endpointOf(key).example.body ?? {}) as Record<string, unknown[]>)[row]?.[0] as object | undefined
  return [
    {
      kind: 'success and a text that this version does not understand (told)',
      status: 200,
      text: wrapped(key, record, { message: 'as every year' }),
    },
    {
      kind: 'success and words against it',
      status: 200,
      text: wrapped(key, record, { message: 'Not all values were stored' }),
    },
    ...(RULES[key].proof === 'word' && !channel(key)
      ? [{ kind: 'success with the result `true`', status: 200, text: writeJson({ result: true, status: 'success' }) }]
      : []),
    ...(RULES[key].isBatch === true
      ? [
          {
            kind: 'success and a warning of an entry',
            status: 200,
            text: wrapped(key, record, { warnings: ['room 101 ignored'] }),
          },
          {
            kind: 'success and an entry with another value',
            status: 200,
            text: wrapped(key, record, { [row]: [{ ...sent, price: '1.00', availability: 1 }] }),
          },
          {
            kind: 'success and an entry of another room',
            status: 200,
            text: wrapped(key, record, { [row]: [{ ...sent, room_id: 999 }] }),
          },
          {
            kind: 'success and another room beside what was sent',
            status: 200,
            text: wrapped(key, record, { [row]: [sent, { ...sent, room_id: 999 }] }),
          },
          { kind: 'success and no entries', status: 200, text: wrapped(key, record, { [row]: [] }) },
        ]
      : []),
  ]
}

/** Every kind of answer that the page lists, for one endpoint. */
function samplesOf(key: EndpointKey, asked: Asked): Sample[] {
  const record = recordOf(key)
  const rule = RULES[key]
  const error = { code: 'INVALID_ROOM', message: 'no such room' }
  const refusal = (message: string): string =>
    channel(key)
      ? writeJson({ success: false, error: { ...error, message } })
      : writeJson({ result: null, status: 'fail', message, executionTime: 3 })
  const other = otherRecord(key, asked)
  const states =
    rule.states === undefined
      ? []
      : [
          ...rule.states.done,
          ...rule.states.refused.filter((state) =>
            ['pending', 'rejected', 'cancelled', 'failed', 'on_request'].includes(state),
          ),
          'CONFIRMED',
          'shelved',
        ]
  return [
    { kind: 'success with the record', status: endpointOf(key).successStatus ?? 200, text: wrapped(key, record) },
    ...states.map((state) => ({
      kind: `success, state \`${state}\``,
      status: 200,
      text: wrapped(key, { ...record, status: state }),
    })),
    ...(other === undefined ? [] : [{ kind: 'success about something else', status: 200, text: wrapped(key, other) }]),
    {
      kind: 'success without a result',
      status: 200,
      text: channel(key) ? writeJson({ success: true }) : writeJson({ result: null, status: 'success' }),
    },
    {
      kind: 'success with an unreadable result',
      status: 200,
      text: channel(key)
        ? writeJson({ success: true, result: 7 })
        : writeJson({ result: { unheard: 'of' }, status: 'success' }),
    },
    {
      kind: '`"success": "true"` or `1`',
      status: 200,
      text: channel(key) ? writeJson({ success: 'true', ...record }) : writeJson({ result: record, success: 1 }),
    },
    ...(rule.effect === 'write' ? besideSamples(key) : []),
    { kind: 'success and an error at once', status: 200, text: wrapped(key, record, { error }) },
    { kind: 'no word of success or failure', status: 200, text: '{}' },
    { kind: 'the record without an envelope', status: 200, text: writeJson(record) },
    { kind: 'a label of failure, HTTP 200', status: 200, text: refusal('no such room') },
    { kind: 'accepted, HTTP 202', status: 202, text: wrapped(key, record) },
    { kind: 'HTTP 204, no body', status: 204, text: '' },
    { kind: 'HTTP 200 or 201, no body', status: 200, text: '' },
    { kind: 'a web page, HTTP 200', status: 200, text: '<title>Welcome</title>' },
    { kind: 'JSON that breaks off', status: 200, text: '{"result":{"id":' },
    { kind: 'a redirect', status: 302, headers: { location: 'https://elsewhere.example/' }, text: '' },
    { kind: 'HTTP 303', status: 303, headers: { location: '/done' }, text: '' },
    ...[400, 401, 403, 404, 409, 422].map((status) => ({
      kind: `HTTP ${status}`,
      status,
      text: refusal('not like this'),
    })),
    { kind: 'HTTP 401 with a word of success', status: 401, text: wrapped(key, record) },
    { kind: 'HTTP 429', status: 429, text: refusal('slow down') },
    { kind: 'HTTP 500', status: 500, text: refusal('oops') },
    { kind: 'HTTP 503 with Retry-After', status: 503, headers: { 'retry-after': '5' }, text: '' },
  ]
}

function judged(key: EndpointKey, asked: Asked, { status, headers = {}, text }: Sample): Judgement {
  const endpoint = endpointOf(key)
  const fields = Object.keys((endpoint.result as { shape?: object }).shape ?? {})
  return judgeAnswer(
    RULES[key],
    key,
    asked,
    { status, headers, text, body: parsed(text), attempts: 1, requestId: '', isRepeat: false },
    {
      read: (payload) => checkValue(endpoint.result, payload),
      names: ENVELOPE_NAMES,
      fields: fields.length === 0 ? undefined : new Set(fields),
      isBare: endpoint.bare === true,
      labels: { failure: [], success: [] },
      stateOf: (state) => state,
      echoed: (body) => body,
      entry: (row) => row,
      show: (foreign, length) => foreign.slice(0, length),
      summary: () =>
        text === ''
          ? 'no reason given'
          : text.startsWith('<')
            ? 'a web page titled "Welcome"'
            : `"${text.slice(0, 80)}"`,
      baseAddress: new URL('https://service.example'),
      retryAfterCapMs: 120_000,
    },
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function row(kind: string, judgement: Judgement): string {
  const exit = judgement.fate === 'done' ? EXIT.ok : faultOf(judgement).exitCode
  return `| ${kind} | ${judgement.fate} | ${exit} | ${judgement.words.replaceAll('|', '\\|')} |`
}

function tableOf(key: EndpointKey): string[] {
  const { params, query, body } = endpointOf(key).example
  const asked: Asked = { params, query, body }
  const silence = {
    words: 'the connection was cut',
    reason: 'ECONNRESET',
    attempts: 1,
    requestId: '',
    isTransient: true,
    host: 'service.example',
    isTls: false,
  }
  return [
    '| answer | fate | exit | words |',
    '|---|---|---|---|',
    ...samplesOf(key, asked).map((sample) => row(sample.kind, judged(key, asked, sample))),
    row(
      'no answer, the request may have arrived',
      judgeSilence(RULES[key], key, asked, { ...silence, arrived: 'maybe' }),
    ),
    row(
      'bytes that are not HTTP',
      judgeSilence(RULES[key], key, asked, {
        ...silence,
        arrived: 'maybe',
        isHeard: true,
        words: 'the answer is not HTTP',
      }),
    ),
    row(
      'no connection',
      judgeSilence(RULES[key], key, asked, {
        ...silence,
        arrived: 'no',
        words: 'the connection was refused: nothing listens at this address',
      }),
    ),
  ]
}

const PROOFS = {
  payload: 'an answer that can be read and is about what was asked',
  word: "the service's own word of success, or the record, with the values that were sent",
  record: 'the new record with its id and the values that were sent',
  state: 'the record in the state that was asked for, with the values that were sent',
} as const

function sectionOf(key: EndpointKey): string[] {
  const { method, path, example } = endpointOf(key)
  const rule = RULES[key]
  const asked: Asked = { params: example.params, query: example.query, body: example.body }
  const look = lookOf(rule, asked)
  const compared = [
    ...Object.keys(rule.same ?? {}),
    ...(rule.comparesValues === true
      ? [
          `every plain value of the request${Object.entries(rule.servicesOwn ?? {})
            .map(([field, why]) => ` but \`${field}\` (${why})`)
            .join('')}`,
        ]
      : []),
    ...(rule.comparesBooking === true ? ['rooms', 'guests and their number', 'the booker by name'] : []),
  ]
  return [
    `### ${key}`,
    '',
    `${method} \`${path}\`. Done is: ${PROOFS[rule.proof]}. Compared: ${compared.map((name) => (name.includes(' ') ? name : `\`${name}\``)).join(', ')}.`,
    ...(rule.settledBy === undefined
      ? []
      : [`What is unknown is looked up at once with \`${rule.settledBy}\`: ${rule.settled ?? ''}`]),
    ...(rule.again === undefined ? [] : [rule.again]),
    ...(look === undefined ? [] : [`A person looks with \`hubswitch ${look}\`.`]),
    '',
    ...tableOf(key),
    '',
  ]
}

/** Markdown of docs/outcomes.md. */
export function outcomesPage(): string {
  const [writes, reads] = (['write', 'read'] as const).map((effect) =>
    endpoints.filter(({ key }) => RULES[key].effect === effect).map(({ key }) => key),
  ) as [EndpointKey[], EndpointKey[]]
  return `${[
    '# What an answer means',
    '',
    'Written by `bin/write-outcomes.js`: each line is judged by `src/outcome/` as the commands do. Change the rules there.',
    '',
    'Five words say what became of a request: **done** (the answer proves it), **refused** (the service says no), **absent** (nothing came of it), **unknown** (it may have done it), **throttled** (it asks to come back later, and a repeat does no harm: a read or a batch).',
    'HTTP 401 says that the request was not authorized, so it was not done: another token is got once and the call sent once more, creates too; the table shows the 401 after that. Over a word of success, or after an attempt that may have arrived, it proves nothing (unknown). Warnings beside a success are told and change no exit code, and so is every text there that is not plainly the word of success (`The service adds: "…"`; one that an overlay names in successLabels is not told). Words that speak against the success leave it open (unknown), and so do warnings which say that entries of a batch were left out, entries of its answer with another value than was sent, and an answer that shows other rooms, hotels or nights instead of what was sent. Warnings beside what was read, and texts there that warn, are told too.',
    'The tables judge one answer by itself, after the repeats that are allowed. A batch of a push that is refused is halved until the guilty entries are alone; its refusal proves nothing of a single entry, and what was not judged alone yet counts as unknown. One that is absent, unknown or throttled is sent again, because its values are absolute.',
    '',
    '## Writes',
    '',
    ...writes.flatMap(sectionOf),
    '## Reads',
    '',
    `${reads.length} endpoints are judged alike; \`property.get\` stands for them. An answer about something else is refused where it names what it is about:`,
    '',
    '| endpoint | compared with the request |',
    '|---|---|',
    ...reads.map(
      (key) =>
        `| ${key} | ${[...Object.keys(RULES[key].same ?? {}), ...(RULES[key].comparesGuests === true ? ['totalGuestCounts'] : [])].map((name) => `\`${name}\``).join(', ') || 'nothing is echoed'} |`,
    ),
    '',
    ...tableOf('property.get'),
    '',
    '### reservation.lookup',
    '',
    'An empty list is "not found". That, and HTTP 404 to any look-up, proves that a thing is not there only where the answer is the interface\'s own (its envelope, or a sentence about what was asked for) and nothing in it takes that back: no Retry-After, `Warning`, `Age` or cache hit, no warnings, no next page, no flag or word of a partial, old or unfinished answer. What is not proved counts as a look-up that failed: unknown (12), and nothing is sent again.',
    '',
    '| answer | fate | exit | words |',
    '|---|---|---|---|',
    row(
      'success, an empty list',
      judged(
        'reservation.lookup',
        { query: { bookingId: '900001' } },
        { kind: '', status: 200, text: writeJson({ result: [], status: 'success' }) },
      ),
    ),
    row(
      'an empty list and warnings',
      judged(
        'reservation.lookup',
        { query: { bookingId: '900001' } },
        {
          kind: '',
          status: 200,
          text: writeJson({ result: [], status: 'success', warnings: ['a shard is left out'] }),
        },
      ),
    ),
    row(
      'HTTP 404 with Retry-After',
      judged(
        'reservation.lookup',
        { query: { bookingId: '900001' } },
        {
          kind: '',
          status: 404,
          headers: { 'retry-after': '5' },
          text: writeJson({ result: null, status: 'fail', message: 'no such reservation' }),
        },
      ),
    ),
    '',
  ].join('\n')}`
}
