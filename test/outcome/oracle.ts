import type { RandomAnswer } from './answers.js'
import type { WriteCase } from './writes.js'

/**
 * What an answer to a write may be called, worked out from the interface's own words and nothing else: this file shares no code with the program.
 * Exit codes as the design lists them: 0 done, 4 sign-in, 5 refused, 10 not reached or asked to wait, 12 unknown.
 */

const YES = ['success', 'ok', 'created', 'updated', '200', '201', 'true']
const NO = ['fail', 'failed', 'error', 'rejected', 'false', '400', '422']
const LATER = ['queued', 'accepted', 'in_progress', 'partial']

/** Words of a message that no success has beside it. */
const AGAINST = ['nothing like', 'error occurred', 'declined', 'ignored', 'for processing', 'not yet']

/** Messages that are a word of success and no more; whatever else stands beside a success has to be told. */
const PLAIN = [
  '',
  'ok',
  'done',
  'stored. no errors, 0 rows were skipped.',
  'updated in 12 ms',
  'request 88123 processed',
]

const SHY = ['none', 'ok', '0']

const low = (value: unknown): string => String(value).trim().toLowerCase()
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether something that is an error stands there. */
function isError(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return false
  if (Array.isArray(value)) return value.length > 0
  if (isRecord(value)) {
    const { code = null, message = null, details = null, ...rest } = value
    const isNone =
      [null, '', 0, '0', 200].includes(code as never) &&
      [null, '', 'Success', 'OK', 'No error'].includes(message as never) &&
      (details === null || JSON.stringify(details) === '[]')
    return !isNone || Object.values(rest).some((inner) => inner !== null && inner !== '')
  }
  return true
}

/** Every word that the answer says about itself. */
function wordsOf(body: Record<string, unknown>, isFlat: boolean): string[] {
  const words: string[] = []
  const label = isFlat ? undefined : body['status']
  if (label !== undefined && label !== null && label !== '')
    words.push(
      YES.includes(low(label)) ? 'yes' : NO.includes(low(label)) ? 'no' : LATER.includes(low(label)) ? 'later' : 'odd',
    )
  const flag = body['success']
  if (flag === true || flag === 1 || ['true', 'yes', '1'].includes(low(flag))) words.push('yes')
  if (flag === false || flag === 0 || ['false', 'no', '0'].includes(low(flag))) words.push('no')
  if (low(flag) === 'perhaps') words.push('odd')
  if (isError(body['error']) || isError(body['errors'])) words.push('error')
  return words
}

/** Whether anything stands in the answer that a service writes where something went wrong, in whatever case: beside the payload, or inside of it. */
function confesses(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(confesses)
  if (!isRecord(value)) return false
  return Object.entries(value).some(([key, inner]) => {
    const name = low(key)
    if (['errorcode', 'errormessage', 'errors', 'error', 'exception', 'rejected', 'failed'].includes(name))
      return !SHY.includes(low(inner)) && isError(inner) && inner !== 0
    if (['haserrors', 'partial'].includes(name)) return inner === true
    if (name === 'issuccess' || name === 'success') return inner === false
    if (name === 'statuscode' || name === 'code') return typeof inner === 'number' && inner >= 300
    if (key === 'Status') return !YES.includes(low(inner))
    if (name === 'warnings') return /ignored|skipped/.test(JSON.stringify(inner))
    if (name === 'message' && value['room_id'] !== undefined) return /ignored/.test(low(inner))
    if (name === 'applied') return typeof inner === 'number' && inner < Number(value['total'])
    if (name === 'updated' && typeof inner === 'number') return inner === 0 && value['inserted'] === undefined
    return confesses(inner)
  })
}

/** Whether a value can be the record of this write at all: it has what a record must have. */
function canBeRead(write: WriteCase, value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  const id =
    {
      'reservation.create': 'bookingId',
      'reservation.confirm': 'bookingId',
      'reservation.card': 'bookingId',
      'propertyInfo.set': 'propertyId',
      'propertyInfo.update': 'propertyId',
    }[write.key as string] ?? 'id'
  const needed = write.isBatch === true ? [] : [id]
  return needed.every((name) => value[name] !== undefined && value[name] !== null)
}

const VALUE_OF: Record<string, string> = { 'rates.push': 'price', 'inventory.push': 'availability' }

/** Whether the answer to a batch shows entries of something else than the one that was sent, or it with another value. */
function showsElse(write: WriteCase, body: Record<string, unknown>): boolean {
  const name = VALUE_OF[write.key] as string
  const [sent] = Object.values(write.input.body).find(Array.isArray) as Record<string, unknown>[]
  if (sent === undefined) return false
  const hotel = body['hotelCode']
  if (hotel !== undefined && String(hotel) !== String(write.input.body['hotel_code'])) return true
  const isSentNight = (night: unknown): boolean =>
    String(night) >= String(sent['from']) && String(night) <= String(sent['to'])
  let [shown, strange, other, isEmpty] = [false, false, false, false]
  const judge = (room: unknown, night: unknown, value: unknown): void => {
    if (String(room) !== String(sent['room_id']) || (night !== undefined && !isSentNight(night))) strange = true
    else if (value !== undefined && Number(value ?? Number.NaN) !== Number(sent[name])) other = true
    else shown = true
  }
  const entry = (row: unknown): void => {
    if (typeof row === 'number') judge(row, undefined, undefined)
    if (!isRecord(row)) return
    const room = row['room_id'] ?? row['id']
    if (room !== undefined) judge(room, row['date'] ?? row['from'], row[name])
  }
  for (const [key, value] of Object.entries(body)) {
    if (['rejected', 'warnings', 'errors', 'Errors', 'error'].includes(key)) continue
    const inner = key === 'data' && isRecord(value) ? value['entries'] : value
    if (Array.isArray(inner)) for (const row of inner) entry(row)
    if (key === 'items' && Array.isArray(inner) && inner.length === 0) isEmpty = true
    if (key === 'entry') entry(inner)
    // A map by room and night, of the values that its name says.
    const isMap = isRecord(inner) && (key === 'rates' || key === 'availability')
    const about = key === 'availability' ? 'availability' : 'price'
    if (isMap)
      for (const [room, nights] of Object.entries(inner))
        for (const [night, told] of Object.entries(nights as object))
          judge(room, night, about === name ? told : undefined)
  }
  return other || isEmpty || (strange && !shown)
}

/** A flag in the record that it waits: nothing beside a hold, and against all else. */
function waits(write: WriteCase, record: Record<string, unknown>): boolean {
  const isFlagged = /"(?:confirmationPending|on_request)":true/.test(JSON.stringify(record))
  if (!isFlagged || !write.key.startsWith('reservation.')) return isFlagged
  return write.key === 'reservation.confirm' || !/^(?:pending|on[ _-]request)$/.test(low(record['status'] ?? 'pending'))
}

/** Whether a record names another thing, or another value, than was asked for. */
function isAboutElse(write: WriteCase, record: Record<string, unknown>): boolean {
  const asked = { ...write.input.body, ...write.input.params }
  const rooms = (value: unknown): string =>
    JSON.stringify(
      (value as Record<string, unknown>[])
        .map(({ roomId, sellableUnitId, text }) => String(roomId ?? sellableUnitId ?? text))
        .sort(),
    )
  return Object.keys(write.strangers).some((name) => {
    const [wanted, answered] = [asked[name], record[name]]
    if (wanted === undefined || answered === undefined) return false
    if (answered === null)
      return write.needs !== 'state' && write.isBatch !== true && !write.key.startsWith('reservation.')
    return Array.isArray(wanted)
      ? Array.isArray(answered) && rooms(wanted) !== rooms(answered)
      : low(wanted) !== low(answered)
  })
}

/**
 * The exit codes that a truthful program may end with after one attempt; most often one.
 * @param isRepeat an attempt before may have arrived: a refusal says nothing of that one
 */
export function mayExitWith(write: WriteCase, answer: RandomAnswer, isRepeat = false): number[] {
  const refused = isRepeat ? 12 : 5
  const { status, headers, text } = answer
  const unknownNow = write.isBatch === true ? [10] : [12]
  if (answer.way === 'no-connection') return [10]
  if (answer.way === 'cut' || answer.way === 'cut-mid-body') return unknownNow
  if (status === 429 || (status === 503 && headers['retry-after'] !== undefined))
    return write.isBatch === true ? [10] : [12]
  const isRefusal =
    status === 501 || status === 505 || (status >= 400 && status <= 499 && status !== 408 && status !== 425)
  if (isRefusal && saysDone(write, status, text)) return [12]
  const isState = isRefusal && /"status": ?"pending"/.test(text)
  // It may be the state of a reservation, or a label that says "later": both readings are true.
  if (isRefusal) return [status === 401 && !isRepeat ? 4 : refused, ...(isState ? [12] : [])]
  if (status >= 500 || status === 408 || status === 425) return unknownNow
  if (status >= 300) return [12]
  if (text.trim() === '') return status === 204 && write.needs === 'word' && write.isBatch !== true ? [0] : [12]
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return text.startsWith('{') && write.isBatch === true ? [10] : [12]
  }
  const exits = ofBody(write, status, body, refused)
  const message = isRecord(body) ? body['message'] : undefined
  return typeof message === 'string' && AGAINST.some((word) => low(message).includes(word))
    ? [...new Set(exits.map((exit) => (exit === 0 ? 12 : exit)))]
    : exits
}

/** A status of refusal over a body that says that it is done. */
function saysDone(write: WriteCase, status: number, text: string): boolean {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return false
  }
  if (!isRecord(body)) return false
  const isFlat = write.isBatch !== true && !('result' in body) && canBeRead(write, body)
  const words = wordsOf(body, isFlat)
  if (words.includes('yes') || words.includes('later')) return true
  return (
    write.isBatch !== true && words.length === 0 && status !== 409 && canBeRead(write, isFlat ? body : body['result'])
  )
}

function ofBody(write: WriteCase, status: number, body: unknown, refused: number): number[] {
  if (!isRecord(body)) return [12]
  const isFlat = write.isBatch !== true && !('result' in body) && canBeRead(write, body)
  const payload = write.isBatch === true || isFlat ? body : body['result']
  const words = wordsOf(body, isFlat)
  const [yes, no, later, error] = ['yes', 'no', 'later', 'error'].map((word) => words.includes(word))
  if (write.isBatch === true) {
    if (no || error) return yes || later ? [12] : [refused]
    if (!yes || status === 202 || confesses(body)) return [12]
    // A count of nothing and a word of failure speak against it; another number, text or list is told.
    if ([0, 'failed'].includes(body['result'] as never)) return [12]
    return showsElse(write, body) || isAboutElse(write, body) ? [12] : [0]
  }
  const hasRecord = canBeRead(write, payload)
  // A refusal that brings the record of what was refused, or success beside an error, is neither.
  if (no || error) return yes || later || hasRecord ? [12] : [refused]
  if (later || words.includes('odd') || status === 202 || confesses(body)) return [12]
  if (payload === null || payload === undefined) return yes && write.needs === 'word' ? [0] : [12]
  if (typeof payload !== 'object') return yes && write.needs === 'word' && isWordOfIt(write, payload) ? [0] : [12]
  if (!canBeRead(write, payload)) return [12]
  if (isAboutElse(write, payload) || waits(write, payload)) return [12]
  // Whether a record that lacks what every full one has can be read is the reader's matter; both are true.
  const isHalf = Object.keys(write.record).some((name) => payload[name] === undefined)
  if (write.needs !== 'state') return isHalf ? [0, 12] : [0]
  const state = payload['status']
  if (typeof state !== 'string' || state.trim() === '') return [12]
  const same = (one: string): boolean => low(one).replaceAll(/[\s-]/g, '_') === low(state).replaceAll(/[\s-]/g, '_')
  if (write.wanted?.some(same) === true) return [0]
  return write.failed?.some(same) === true ? [5] : [12]
}

/** In place of the record: yes, the word of success once more, or the id that was asked for. */
function isWordOfIt(write: WriteCase, payload: unknown): boolean {
  const { id, propertyId, bookingId } = { ...write.input.body, ...write.input.params }
  return (
    payload === true ||
    payload === 1 ||
    ['done', 'updated'].includes(String(payload)) ||
    (id ?? propertyId ?? bookingId) === payload
  )
}

/** The message of an answer that has to be told beside a success; undefined where it says success and no more. */
export function toBeTold({ text }: RandomAnswer): string | undefined {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  const message = isRecord(body) ? body['message'] : undefined
  return typeof message === 'string' && !PLAIN.includes(low(message)) ? message : undefined
}

/** Sentences that must not stand in a message: what they say is not so. */
export function falseWords(answer: RandomAnswer, text: string): string | undefined {
  const isOut = answer.way !== 'no-connection'
  const isAnswered = answer.way === 'answer' || answer.way === 'cut-mid-body'
  if (isOut && /nothing was (sent|booked|pushed|stored)/i.test(text)) return 'says that nothing was sent'
  if (isAnswered && /no answer came|could not be reached|did not answer/i.test(text)) return 'says that no answer came'
  return undefined
}
