import type { ReservationRequest } from '../contract/reservation-fields.js'
import type { Night } from '../calendar/index.js'
import type { Database } from '../sql/index.js'

/** States of wire default 26 that the sandbox moves through. */
export type ReservationState = 'pending' | 'confirmed' | 'modified' | 'cancelled'

/** A line as it was sold: what was asked for, with the prices of one unit a night. */
export interface SoldLine {
  roomId: string
  ratePlanId: string
  units: number
  guestCounts?: ReservationRequest['rooms'][number]['guestCounts']
  guests: NonNullable<ReservationRequest['rooms'][number]['guests']>
  totalPrice: string
  dailyPrices: { date: string; price: string }[]
}

/** What is kept of a reservation. Of a card only what may be shown. */
export interface ReservationData extends Omit<ReservationRequest, 'rooms' | 'payment' | 'propertyId'> {
  rooms: SoldLine[]
  totalPrice: string
  payment?: { method?: string; card?: MaskedCard } | undefined
}

export interface MaskedCard {
  holderName: string
  maskedNumber: string
  expiryMonth: number
  expiryYear: number
  type?: string | undefined
}

export interface StoredReservation {
  id: number
  propertyId: number
  accountId: number
  state: ReservationState
  record: ReservationData
}

/** Units that a reservation takes: a room, a night, how many. */
export interface TakenNight {
  unitId: number
  night: Night
  units: number
  /** Units free before, which the calendar holds from now on less `units`. */
  available: number
}

/** The same as a person knows it: by the id of the room. */
export interface HeldNight {
  roomId: string
  night: Night
  units: number
}

interface Row {
  id: number
  property_id: number
  account_id: number
  state: ReservationState
  record: string
}

const SELECT = 'SELECT id, property_id, account_id, state, record FROM reservations'

const toReservation = (row: Row): StoredReservation => ({
  id: row.id, propertyId: row.property_id, accountId: row.account_id, state: row.state, record: JSON.parse(row.record) as ReservationData,
})

/** Reservations and the nights they hold. */
export class ReservationStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  byId(id: string): StoredReservation | undefined {
    const row = this.#db.get<Row>(`${SELECT} WHERE id = CAST(? AS INTEGER) AND CAST(id AS TEXT) = ?`, id, id)
    return row === undefined ? undefined : toReservation(row)
  }

  /** Oldest first; a channel booking id need not be unique. */
  byChannelId(channelId: string): StoredReservation[] {
    return this.#db.all<Row>(`${SELECT} WHERE channel_id = ? ORDER BY id`, channelId).map(toReservation)
  }

  /** Adds a pending reservation and takes its nights from the calendar. Inside a transaction. */
  add({ propertyId, accountId, record, nights, at }: { propertyId: number; accountId: number; record: ReservationData; nights: readonly TakenNight[]; at: number }): number {
    const id = this.#db.run(
      `INSERT INTO reservations (property_id, account_id, channel_id, state, created_at, record) VALUES (?, ?, ?, 'pending', ?, ?)`,
      propertyId, accountId, record.channelBookingId, at, JSON.stringify(record),
    ).lastInsertRowid
    this.takeNights(id, nights)
    return id
  }

  /** Takes nights from the calendar for a reservation. Inside a transaction. */
  takeNights(id: number, nights: readonly TakenNight[]): void {
    for (const { unitId, night, units, available } of nights) {
      this.#db.run('INSERT INTO reservation_nights VALUES (?, ?, ?, ?)', id, unitId, night, units)
      this.#db.run('INSERT INTO inventory (unit_id, night, available) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET available = excluded.available', unitId, night, available - units)
    }
  }

  /** Gives the nights of a reservation back to the calendar and says which they were. Inside a transaction. */
  freeNights(id: number): HeldNight[] {
    const held = this.heldNights(id)
    this.#db.run(
      `UPDATE inventory SET available = available + h.units FROM reservation_nights AS h
       WHERE h.reservation_id = ? AND h.unit_id = inventory.unit_id AND h.night = inventory.night`,
      id,
    )
    this.#db.run('DELETE FROM reservation_nights WHERE reservation_id = ?', id)
    return held
  }

  /** What a reservation takes, in the order of rooms and nights. */
  heldNights(id: number): HeldNight[] {
    return this.#db.all<HeldNight>(
      'SELECT u.room_code AS roomId, h.night, h.units FROM reservation_nights AS h JOIN units AS u ON u.id = h.unit_id WHERE h.reservation_id = ? ORDER BY h.unit_id, h.night',
      id,
    )
  }

  setState(id: number, state: ReservationState): void {
    this.#db.run('UPDATE reservations SET state = ? WHERE id = ?', state, id)
  }

  replaceRecord(id: number, record: ReservationData): void {
    this.#db.run('UPDATE reservations SET record = ? WHERE id = ?', JSON.stringify(record), id)
  }
}
