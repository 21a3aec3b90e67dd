import type { Doubt } from './doubts.js'
import { isFilled } from './voice.js'

/** What a record of a booking says beside its state that tells against it. Services name such things freely, so keys are compared without case and joints. */

const STATES: ReadonlySet<string> = new Set([
  'state',
  'bookingstatus',
  'bookingstate',
  'reservationstatus',
  'reservationstate',
  'roomstatus',
  'roomstate',
  'confirmationstatus',
  'confirmationstate',
  'substatus',
  'substate',
])
const ENDED = [
  'cancelled',
  'canceled',
  'rejected',
  'declined',
  'refused',
  'denied',
  'expired',
  'voided',
  'void',
  'deleted',
  'removed',
  'withdrawn',
  'annulled',
  'revoked',
  'terminated',
] as const
const ENDING = ['cancellation', 'cancelation', 'cancel', 'deletion', 'rejection', 'void'] as const
/** Flags, moments and reasons of an end, such as `isCancelled`, `cancelledAt` and `cancellationDate`. */
const ENDS: ReadonlySet<string> = new Set([
  ...ENDED.flatMap((word) => [
    word,
    `is${word}`,
    `was${word}`,
    ...['at', 'on', 'by', 'date', 'time', 'datetime', 'reason'].map((end) => `${word}${end}`),
  ]),
  ...ENDING.flatMap((word) =>
    ['date', 'time', 'datetime', 'timestamp', 'reason', 'number', 'id', 'code'].map((end) => `${word}${end}`),
  ),
])
/** Flags that say no where a record stands no longer. */
const STANDS: ReadonlySet<string> = new Set(['active', 'isactive', 'valid', 'isvalid'])
const CONFIRMED: ReadonlySet<string> = new Set(['confirmed', 'isconfirmed'])

const plainKey = (key: string): string =>
  key
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
const isNo = (value: unknown): boolean =>
  value === false || (typeof value === 'string' && /^(?:false|no|n)$/i.test(value.slice(0, 10).trim()))

/** A state in a record that its own state does not go with; `isOdd` where this version does not know it. */
export interface StateDoubt extends Doubt {
  isOdd?: true
}

/** How a state beside the record's own goes with it. */
export type Beside = 'with' | 'against' | 'odd'

/** The words in which a state is written: as a text, or as a record with a code or a name. What is there and is no word is a state that nobody knows. */
function wordsOfState(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (typeof value !== 'object' || value === null) return isFilled(value) ? [String(value)] : []
  if (!isFilled(value)) return []
  const told = Object.entries(value).flatMap(([field, inner]: [string, unknown]) =>
    STATE_PARTS.has(plainKey(field)) && typeof inner === 'string' && inner.trim() !== '' ? [inner] : [],
  )
  return told.length === 0 ? [''] : told
}

const STATE_PARTS: ReadonlySet<string> = new Set(['code', 'status', 'state', 'name', 'value', 'id', 'label'])

function stateBeside(value: unknown, besideOf: (state: string) => Beside): Beside {
  const told = wordsOfState(value).map(besideOf)
  return told.includes('against') ? 'against' : told.includes('odd') && !told.includes('with') ? 'odd' : 'with'
}

/**
 * What in a record, or in one of its rooms, says that it does not stand.
 * @param besideOf how a state beside the record's own goes with it
 * @param saysConfirmed the record's own state is that it is confirmed
 */
export function againstState(
  record: Readonly<Record<string, unknown>>,
  besideOf: (state: string) => Beside,
  saysConfirmed: boolean,
): StateDoubt[] {
  const rooms = Array.isArray(record['rooms']) ? (record['rooms'] as unknown[]).slice(0, 1_000) : []
  const parts: [place: string, part: unknown][] = [
    ['', record],
    ...rooms.map((room, at): [string, unknown] => [`rooms[${at}].`, room]),
  ]
  return parts
    .flatMap(([place, part]) => {
      if (typeof part !== 'object' || part === null) return []
      return Object.entries(part).flatMap(([field, value]): StateDoubt[] => {
        const key = plainKey(field)
        const isState = STATES.has(key) || (key === 'status' && place !== '')
        const beside = isState ? stateBeside(value, besideOf) : 'with'
        const tells =
          beside !== 'with' ||
          (ENDS.has(key) && isFilled(value) && !isNo(value)) ||
          (saysConfirmed && CONFIRMED.has(key) && isNo(value)) ||
          (STANDS.has(key) && isNo(value))
        return tells ? [{ field: `${place}${field}`, value, ...(beside === 'odd' ? { isOdd: true } : {}) }] : []
      })
    })
    .slice(0, 10)
}
