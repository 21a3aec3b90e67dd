import type { ReservationRecord } from '../contract/endpoints/reservation-fields.js'
import { idOf } from './weigh.js'

/** Reservations by id and state, such as `900002 (cancelled)`. */

export function namesOf(records: readonly ReservationRecord[]): string {
  return records.map((one) => `${idOf(one)} (${one.status})`).join(', ')
}
