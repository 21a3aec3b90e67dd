import { formatNight, parseNight } from '../../calendar/index.js'
import { checkValue, exactInteger, ReservationCreate, type ReservationRequest } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { Refusal } from '../ground/index.js'
import type { Context } from '../http/index.js'
import { Notifier } from '../outbox/index.js'
import type { HeldNight, ReservationData, ReservationState, StoredReservation } from '../store/index.js'
import { remainingCounts } from './remaining-guests.js'
import { sellStay } from './reservation-sale.js'

/** What an administrator changes of a reservation. What is given replaces; the rest stays. */
export interface BookingChange extends Partial<
  Pick<ReservationRequest, 'checkInDate' | 'checkOutDate' | 'totalGuestCounts' | 'booker' | 'comment'>
> {
  /** Instead of checkOutDate; without either, as many nights as before. */
  nights?: number
  rooms?: unknown
  /** Units by line, lines counted from 1. Guests of units that fall away fall away as well. */
  units?: Readonly<Record<number, number>>
}

export interface BookingChanged {
  bookingId: string
  status: ReservationState
  /** Fields that differ, each as it was and as it is, in words. */
  changed: { field: string; from: string; to: string }[]
  /** Units given back, and units taken, by room and night. */
  freed: HeldNight[]
  taken: HeldNight[]
  /** Id of the notification in the outbox; null where the PMS never heard of the reservation. */
  notification: number | null
}

type Office = Pick<Context, 'store' | 'now' | 'dispatch'>

const CHANGEABLE: ReadonlySet<ReservationState> = new Set(['pending', 'confirmed', 'modified'])
/** Made when it is asked for, as the contract's objects are. */
const changes = () =>
  ReservationCreate.pick({
    checkInDate: true,
    checkOutDate: true,
    totalGuestCounts: true,
    booker: true,
    rooms: true,
    comment: true,
  }).partial()

/**
 * Cancels a reservation and gives its nights back.
 * @throws Fault NOT_FOUND, REFUSED where it is cancelled already
 */
export async function cancelBooking(office: Office, bookingId: string): Promise<BookingChanged> {
  return change(office, bookingId, 'cancelled', () => undefined)
}

/**
 * Gives a reservation other dates, rooms or guests. The new stay is sold by all rules, with its own nights given back first; where it is
 * refused, everything stays as it was.
 * @throws Fault NOT_FOUND, INVALID_INPUT for a change that makes no sense, REFUSED where the stay is not sold
 */
export async function modifyBooking(office: Office, bookingId: string, wanted: BookingChange): Promise<BookingChanged> {
  const { nights, units, ...fields } = wanted
  const checked = checkValue(changes(), fields)
  if (!checked.ok)
    throw new Fault('INVALID_INPUT', 'The change is not valid. Nothing was changed.', { findings: checked.findings })
  if (Object.keys(fields).length === 0 && nights === undefined && units === undefined)
    throw new Fault('USAGE', 'No change is named.')
  return change(office, bookingId, 'modified', ({ record }) => {
    const lines =
      checked.value.rooms ??
      record.rooms.map((line) => ({
        ...line,
        roomId: exactInteger(line.roomId),
        ratePlanId: exactInteger(line.ratePlanId),
      }))
    const rooms = changeUnits(lines, units ?? {})
    const totalGuestCounts = checked.value.totalGuestCounts ?? remainingCounts(record.totalGuestCounts, lines, rooms)
    return { ...record, ...checked.value, totalGuestCounts, ...datesOf(record, checked.value, nights), rooms }
  })
}

type Lines = ReservationRequest['rooms']
type Wanted = Omit<ReservationData, 'rooms'> & { rooms: Lines }

async function change(
  office: Office,
  bookingId: string,
  end: 'modified' | 'cancelled',
  wantedOf: (reservation: StoredReservation) => Wanted | undefined,
): Promise<BookingChanged> {
  const { store, dispatch } = office
  const notifier = await Notifier.load()
  const changed = asFault(() =>
    store.transaction((): BookingChanged => {
      store.reservations.expire(office.now())
      const before = store.reservations.byId(bookingId)
      if (before === undefined) throw new Fault('NOT_FOUND', `There is no reservation ${bookingId}.`)
      if (!CHANGEABLE.has(before.state))
        throw new Fault('REFUSED', `Reservation ${bookingId} is ${before.state}: it cannot be changed any more.`, {
          next: 'Make a new reservation.',
        })
      const { id } = before
      const wanted = wantedOf(before)
      const freed = store.reservations.freeNights(id)
      if (wanted !== undefined) sellAgain(office, before, wanted)
      const status: ReservationState = end === 'modified' && before.state === 'pending' ? 'pending' : end
      store.reservations.setState(id, status)
      const after = store.reservations.byId(bookingId) as StoredReservation
      const notification =
        before.state === 'pending'
          ? null
          : notifier.notify(store, after, end === 'cancelled' ? 'cancel' : 'modify', office.now())
      if (end === 'cancelled') store.outbox.endUntold(id, Date.now())
      return {
        bookingId,
        status,
        changed: differences(before, after),
        freed,
        taken: store.reservations.heldNights(id),
        notification,
      }
    }),
  )
  if (changed.notification !== null) await dispatch(changed.notification)
  return changed
}

function sellAgain(office: Office, { id, propertyId }: StoredReservation, wanted: Wanted): void {
  const { store } = office
  const property = store.properties.byId(propertyId)
  if (property === undefined) throw new Fault('NOT_FOUND', `There is no property ${propertyId}.`)
  const { payment, rooms, totalPrice: _price, ...kept } = wanted
  const { lines, nights, totalPrice, currency } = sellStay({ ...kept, propertyId, rooms }, property, office)
  store.reservations.takeNights(id, nights)
  store.reservations.replaceRecord(id, {
    ...kept,
    rooms: lines,
    totalPrice,
    ...(currency === undefined ? {} : { currencyCode: currency }),
    ...(payment === undefined ? {} : { payment }),
  })
}

/** Refusals are for callers of the service; an administrator gets a fault. */
function asFault<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const findings = error.details.map(({ field, message }) => ({
      ...(field === undefined ? {} : { field }),
      reason: message,
    }))
    throw new Fault('REFUSED', error.message, { findings, next: 'Choose another stay. The reservation is as it was.' })
  }
}

function datesOf(
  record: ReservationData,
  { checkInDate, checkOutDate }: { checkInDate?: string | undefined; checkOutDate?: string | undefined },
  nights: number | undefined,
): { checkInDate: string; checkOutDate: string } {
  const from = checkInDate ?? record.checkInDate
  if (checkOutDate !== undefined) return { checkInDate: from, checkOutDate }
  const length = nights ?? nightOf(record.checkOutDate) - nightOf(record.checkInDate)
  return { checkInDate: from, checkOutDate: formatNight(nightOf(from) + length) }
}

function nightOf(day: string): number {
  const night = parseNight(day)
  if (night === undefined) throw new Fault('INVALID_INPUT', `${day} is no day of the calendar.`)
  return night
}

function changeUnits(rooms: readonly Lines[number][], units: Readonly<Record<number, number>>): Lines {
  const unknown = Object.keys(units).find((line) => rooms[Number(line) - 1] === undefined)
  if (unknown !== undefined)
    throw new Fault('INVALID_INPUT', `There is no line ${unknown}: the reservation has ${rooms.length}.`)
  return rooms.map(({ roomId, ratePlanId, units: before, guestCounts, guests = [] }, at) => {
    const count = units[at + 1] ?? before
    const line = {
      roomId,
      ratePlanId,
      units: count,
      guests: guests.filter(({ unit = 1 }) => units[at + 1] === undefined || unit <= count),
    }
    return guestCounts === undefined
      ? line
      : { ...line, guestCounts: remainingCounts(guestCounts, [{ ...line, units: before, guests }], [line]) }
  })
}

const COMPARED = ['checkInDate', 'checkOutDate', 'totalPrice', 'booker', 'totalGuestCounts', 'comment'] as const

function differences(before: StoredReservation, after: StoredReservation): BookingChanged['changed'] {
  const words = (value: unknown): string =>
    typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  const facts = ({ state, record }: StoredReservation): [string, string][] => [
    ['status', state],
    ...COMPARED.map((field): [string, string] => [field, words(record[field])]),
    ['rooms', record.rooms.map(({ units, roomId, ratePlanId }) => `${units} × ${roomId}/${ratePlanId}`).join(', ')],
    [
      'guests',
      record.rooms
        .map(({ guests }) => guests.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', '))
        .join('; '),
    ],
  ]
  const now = new Map(facts(after))
  return facts(before).flatMap(([field, from]) =>
    now.get(field) === from ? [] : [{ field, from, to: now.get(field) ?? '' }],
  )
}
