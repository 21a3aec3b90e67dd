/** The tables of the sandbox. */

export type { Nights } from './calendar-ranges.js'
export { type InventoryCell, seriesKey, type SettingCell, type SettingValues } from './cells.js'
export { Clock } from './clock.js'
export {
  type EarlierRequest,
  endOf,
  IN_PART,
  type NotificationKind,
  type OutboxAttempt,
  type OutboxEnd,
  type OutboxMessage,
  type OutboxState,
  type Reach,
} from './outbox/index.js'
export type { AddressRecord, InfoRecord, PropertyRecord, StoredProperty } from './properties.js'
export type { PropertyList } from './property-lists.js'
export type { StoredFacility, StoredIdentifier, StoredMedia, StoredReview } from './property-records.js'
export type {
  HeldNight,
  MaskedCard,
  ReservationData,
  ReservationState,
  SoldLine,
  StoredReservation,
  TakenNight,
} from './reservations.js'
export { copyStore, openStore, Store, type StoreCounts } from './store.js'
export { FIELDS, PRICE_UNITS, SECOND_FIELDS } from './night-words.js'
export { type Part, RANGE_WIDTH, type RoomBook, type StayBook, type StayBooks } from './stay-books.js'
export {
  type CapacityRecord,
  type RatePlan,
  STANDARD_PRICE,
  type StoredUnit,
  type UnitRecord,
  type WeekdayRecord,
} from './units.js'
