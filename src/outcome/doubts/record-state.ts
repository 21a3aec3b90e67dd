import { isFilled } from '../voice.js'
import type { Doubt } from '../doubts.js'

/** What a record of a booking says beside its state that tells against it. Services name such things freely, so keys are compared without case and joints. */

const STATES: ReadonlySet<string> = new Set(['state', 'bookingstatus', 'bookingstate', 'reservationstatus', 'reservationstate', 'roomstatus', 'roomstate'])
const ENDED = ['cancelled', 'canceled', 'rejected', 'declined', 'refused', 'denied', 'expired', 'voided'] as const
/** Flags and moments of an end, such as `isCancelled` and `cancelledAt`. */
const ENDS: ReadonlySet<string> = new Set(ENDED.flatMap((word) => [word, `is${word}`, `was${word}`, `${word}at`, `${word}on`, `${word}date`, `${word}time`]))
const CONFIRMED: ReadonlySet<string> = new Set(['confirmed', 'isconfirmed'])

const plainKey = (key: string): string => key.slice(0, 100).toLowerCase().replace(/[^a-z0-9]/g, '')
const isNo = (value: unknown): boolean => value === false || (typeof value === 'string' && /^(?:false|no|n)$/i.test(value.slice(0, 10).trim()))

/**
 * What in a record, or in one of its rooms, says that it does not stand.
 * @param isAgainst whether a state beside the record's own contradicts it
 * @param saysConfirmed the record's own state is that it is confirmed
 */
export function againstState(record: Readonly<Record<string, unknown>>, isAgainst: (state: string) => boolean, saysConfirmed: boolean): Doubt[] {
  const rooms = Array.isArray(record['rooms']) ? (record['rooms'] as unknown[]).slice(0, 1_000) : []
  const parts: [place: string, part: unknown][] = [['', record], ...rooms.map((room, at): [string, unknown] => [`rooms[${at}].`, room])]
  return parts.flatMap(([place, part]) => {
    if (typeof part !== 'object' || part === null) return []
    return Object.entries(part).flatMap(([field, value]): Doubt[] => {
      const key = plainKey(field)
      const isState = STATES.has(key) || (key === 'status' && place !== '')
      const tells = (isState && typeof value === 'string' && isAgainst(value)) || (ENDS.has(key) && isFilled(value) && !isNo(value)) || (saysConfirmed && CONFIRMED.has(key) && isNo(value))
      return tells ? [{ field: `${place}${field}`, value }] : []
    })
  }).slice(0, 10)
}
