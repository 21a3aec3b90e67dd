import { parseNight } from '../../calendar/index.js'
import { requireDistributor } from '../accounts/index.js'
import { faultOfCard, Holds, maskCard, sellStay, viewReservation } from '../booking/index.js'
import { Refusal } from '../ground/index.js'
import type { Context, Handlers } from '../http/index.js'
import { Notifier } from '../outbox/index.js'
import { todayOf } from '../products/index.js'
import { readableProperty } from '../property/index.js'
import type { StoredReservation } from '../store/index.js'

/** Who booked it, whose property it is, and who may read all. */
function maySee({ account, store }: Context, { accountId, propertyId }: StoredReservation): boolean {
  return account.mayReadAll || account.id === accountId || store.properties.byId(propertyId)?.supplierId === account.id
}

function reservationOf(context: Context, bookingId: string): StoredReservation {
  context.store.reservations.expire(context.now())
  const found = context.store.reservations.byId(bookingId)
  if (found === undefined) throw new Refusal(404, `There is no reservation ${bookingId}.`)
  if (!maySee(context, found)) throw new Refusal(403, `Reservation ${bookingId} belongs to another account.`)
  return found
}

function refuse(status: 400 | 404 | 422, field: string, message: string): never {
  throw new Refusal(status, `${field} ${message}.`, { details: [{ field, message }] })
}

function refusePastArrival({ store, now }: Context, { propertyId, record: { checkInDate } }: StoredReservation): void {
  const property = store.properties.byId(propertyId)
  const arrival = parseNight(checkInDate)
  if (property !== undefined && arrival !== undefined && arrival < todayOf(property, now()))
    refuse(422, 'bookingId', `cannot be confirmed: its arrival, ${checkInDate}, is past`)
}

/** Interface: "Reservations"; "States and transitions". */
export const reservation = {
  'reservation.create': ({ body }, context) => {
    const { store, account, now } = context
    const { propertyId, rooms: _rooms, payment, distributorId, distributorCode, ...kept } = body
    if (distributorId !== undefined || distributorCode !== undefined)
      requireDistributor({ distributorId, distributorCode })
    const card = payment?.card
    const wrong = card === undefined ? undefined : faultOfCard(card, now())
    if (wrong !== undefined) refuse(422, `payment.${wrong.field}`, wrong.message)
    return store.transaction(() => {
      store.reservations.expire(now())
      const property = readableProperty(context, propertyId)
      const { lines, nights, totalPrice, currency } = sellStay(body, property, context)
      const record = {
        ...kept,
        rooms: lines,
        totalPrice,
        ...(currency === undefined ? {} : { currencyCode: currency }),
        ...(payment === undefined
          ? {}
          : { payment: { method: payment.method, ...(card === undefined ? {} : { card: maskCard(card) }) } }),
      }
      const id = store.reservations.add({
        propertyId,
        accountId: account.id,
        record,
        nights,
        at: now(),
        heldUntil: new Holds(store).untilAfter(now()),
      })
      return viewReservation(store, reservationOf(context, String(id)))
    })
  },
  'reservation.confirm': async ({ body: { bookingId } }, context) => {
    const { store, now, dispatch } = context
    const notifier = await Notifier.load()
    const notification = store.transaction(() => {
      const reservation = reservationOf(context, bookingId)
      const { id, state } = reservation
      if (state === 'confirmed') return undefined
      if (state === 'expired')
        refuse(
          422,
          'bookingId',
          `cannot be confirmed: reservation ${bookingId} was not confirmed in time, and its units are free again`,
        )
      if (state !== 'pending') refuse(422, 'bookingId', `cannot be confirmed: reservation ${bookingId} is ${state}`)
      refusePastArrival(context, reservation)
      store.reservations.confirm(id)
      return notifier.notify(store, reservationOf(context, bookingId), 'commit', now())
    })
    if (notification !== undefined) await dispatch(notification)
    return viewReservation(store, reservationOf(context, bookingId))
  },
  'reservation.card': ({ body: { bookingId, card } }, context) => {
    const wrong = faultOfCard(card, context.now())
    if (wrong !== undefined) refuse(422, wrong.field, wrong.message)
    return context.store.transaction(() => {
      const { id, state, record } = reservationOf(context, bookingId)
      if (state !== 'pending' && state !== 'confirmed')
        refuse(422, 'bookingId', `takes no card: reservation ${bookingId} is ${state}`)
      const masked = maskCard(card)
      context.store.reservations.replaceRecord(id, { ...record, payment: { ...record.payment, card: masked } })
      return { bookingId, status: state, card: { ...masked } }
    })
  },
  'reservation.lookup': ({ query: { bookingId, channelId } }, context) => {
    if (bookingId !== undefined && channelId !== undefined)
      refuse(400, 'channelId', 'is given beside bookingId; one of them is enough')
    if (bookingId !== undefined) return viewReservation(context.store, reservationOf(context, bookingId))
    if (channelId === undefined) return refuse(400, 'bookingId', 'or channelId is required')
    context.store.reservations.expire(context.now())
    const found = context.store.reservations
      .byChannelId(channelId)
      .filter((one) => maySee(context, one))
      .map((one) => viewReservation(context.store, one))
    const [only] = found
    if (only === undefined) return refuse(404, 'channelId', `belongs to no reservation (${channelId})`)
    return found.length === 1 ? only : found
  },
} satisfies Partial<Handlers>
