import type { Night } from '../../calendar/index.js'
import type { ReservationRequest } from '../../contract/index.js'
import type { Database } from '../../sql/index.js'
import { ChangeLog } from '../ground/index.js'
import { layNights, type RangeTuple } from './calendar-ranges.js'

/** States of wire default 26 that the sandbox moves through. */
export type ReservationState = 'pending' | 'confirmed' | 'modified' | 'cancelled' | 'expired'

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
  /** Units that are free on the night where nobody has set a count. */
  unitCount: number
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
  id: row.id,
  propertyId: row.property_id,
  accountId: row.account_id,
  state: row.state,
  record: JSON.parse(row.record) as ReservationData,
})

interface HeldUnits {
  unitId: number
  night: Night
  units: number
}

function byUnit(rows: readonly HeldUnits[]): Map<number, Map<Night, number>> {
  const held = new Map<number, Map<Night, number>>()
  for (const { unitId, night, units } of rows)
    held.set(unitId, (held.get(unitId) ?? new Map<Night, number>()).set(night, units))
  return held
}

/** Reservations and the nights they hold. */
export class ReservationStore {
  readonly #db: Database
  readonly #changes: ChangeLog

  constructor(db: Database) {
    this.#db = db
    this.#changes = new ChangeLog(db)
  }

  byId(id: string): StoredReservation | undefined {
    const row = this.#db.get<Row>(`${SELECT} WHERE id = CAST(? AS INTEGER) AND CAST(id AS TEXT) = ?`, id, id)
    return row === undefined ? undefined : toReservation(row)
  }

  /** Oldest first; a channel booking id need not be unique. */
  byChannelId(channelId: string): StoredReservation[] {
    return this.#db.all<Row>(`${SELECT} WHERE channel_id = ? ORDER BY id`, channelId).map(toReservation)
  }

  /**
   * Adds a pending reservation that holds its nights until a moment. Inside a transaction.
   * @param heldUntil epoch milliseconds
   */
  add({
    propertyId,
    accountId,
    record,
    nights,
    at,
    heldUntil,
  }: {
    propertyId: number
    accountId: number
    record: ReservationData
    nights: readonly TakenNight[]
    at: number
    heldUntil: number
  }): number {
    const id = this.#db.run(
      `INSERT INTO reservations (property_id, account_id, channel_id, state, created_at, held_until, record) VALUES (?, ?, ?, 'pending', ?, ?, ?)`,
      propertyId,
      accountId,
      record.channelBookingId,
      at,
      heldUntil,
      JSON.stringify(record),
    ).lastInsertRowid
    this.takeNights(id, nights)
    return id
  }

  /**
   * Takes nights for a reservation. Those of a pending one are subtracted when the calendar is read, so that a count which a PMS sends
   * meanwhile, knowing nothing of the hold, does not give them away. Inside a transaction.
   */
  takeNights(id: number, nights: readonly TakenNight[]): void {
    for (const { unitId, night, units, unitCount } of nights)
      this.#db.run('INSERT INTO reservation_nights VALUES (?, ?, ?, ?, ?)', id, unitId, night, units, unitCount)
    if (this.byId(String(id))?.state !== 'pending') this.#subtract(id)
  }

  /** Makes a pending reservation binding: its nights are taken out of the stored counts. Inside a transaction. */
  confirm(id: number): void {
    this.#subtract(id)
    this.setState(id, 'confirmed')
  }

  #subtract(id: number): void {
    this.#unfold(id)
    this.#db.run(
      `INSERT INTO inventory (unit_id, night, available) SELECT unit_id, night, max(unit_count - units, 0) FROM reservation_nights WHERE reservation_id = ?
       ON CONFLICT DO UPDATE SET available = max(available - (SELECT units FROM reservation_nights AS h WHERE h.reservation_id = ? AND h.unit_id = inventory.unit_id AND h.night = inventory.night), 0)`,
      id,
      id,
    )
    this.#noteUnits(id)
  }

  /** Counts that stand in ranges are written for each night of a reservation, so that they can be taken from. */
  #unfold(id: number): void {
    const rows = this.#db.all<{ unitId: number; first: number; last: number; ranges: string }>(
      `SELECT h.unit_id AS unitId, min(h.night) AS first, max(h.night) AS last, r.ranges
       FROM reservation_nights AS h JOIN inventory_ranges AS r ON r.unit_id = h.unit_id WHERE h.reservation_id = ? GROUP BY h.unit_id`,
      id,
    )
    for (const { unitId, first, last, ranges } of rows) {
      const nights = layNights(JSON.parse(ranges) as RangeTuple[], [], 1, { first, last })
      for (const [night, [available]] of nights)
        this.#db.run('INSERT OR IGNORE INTO inventory VALUES (?, ?, ?)', unitId, night, available ?? null)
    }
  }

  #noteUnits(id: number): void {
    const rows = this.#db.all<{ unit_id: number }>(
      'SELECT DISTINCT unit_id FROM reservation_nights WHERE reservation_id = ?',
      id,
    )
    this.#changes.units(
      'stays',
      rows.map(({ unit_id }) => unit_id),
    )
  }

  /** Ends the pending reservations whose time is over at a moment; their units are free again. */
  expire(now: number): void {
    const isOver = `state = 'pending' AND held_until <= ?`
    // An update takes the write lock even where it changes nothing.
    if (this.#db.get(`SELECT 1 FROM reservations WHERE ${isOver} LIMIT 1`, now) !== undefined)
      this.#db.run(`UPDATE reservations SET state = 'expired' WHERE ${isOver}`, now)
  }

  /** Units that pending reservations hold in a property on the nights from `first` to `last`, both included: by unit, by night. */
  pendingUnits(propertyId: number, first: Night, last: Night): Map<number, Map<Night, number>> {
    const rows = this.#db.all<HeldUnits>(
      `SELECT h.unit_id AS unitId, h.night, sum(h.units) AS units FROM reservations AS r JOIN reservation_nights AS h ON h.reservation_id = r.id
       WHERE r.property_id = ? AND r.state = 'pending' AND h.night BETWEEN ? AND ? GROUP BY h.unit_id, h.night`,
      propertyId,
      first,
      last,
    )
    return byUnit(rows)
  }

  /** The same in every property, by unit. */
  allPendingUnits(first: Night, last: Night): Map<number, Map<Night, number>> {
    return byUnit(
      this.#db.all<HeldUnits>(
        `SELECT h.unit_id AS unitId, h.night, sum(h.units) AS units FROM reservations AS r JOIN reservation_nights AS h ON h.reservation_id = r.id
         WHERE r.state = 'pending' AND h.night BETWEEN ? AND ? GROUP BY h.unit_id, h.night`,
        first,
        last,
      ),
    )
  }

  /** Gives the nights of a reservation back to the calendar and says which they were. Inside a transaction. */
  freeNights(id: number): HeldNight[] {
    const held = this.heldNights(id)
    if (this.byId(String(id))?.state !== 'pending') {
      this.#db.run(
        `UPDATE inventory SET available = available + h.units FROM reservation_nights AS h
         WHERE h.reservation_id = ? AND h.unit_id = inventory.unit_id AND h.night = inventory.night`,
        id,
      )
      this.#noteUnits(id)
    }
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
