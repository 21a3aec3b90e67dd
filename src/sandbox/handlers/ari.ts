import type { CheckedInputOf } from '../../contract/index.js'
import { bookableRooms } from '../booking/index.js'
import type { Context, Handlers } from '../http/index.js'
import { hotelOf } from '../property/index.js'
import type { Nights, SettingValues } from '../store/index.js'
import { EntryFaults, HotelRooms, nightsOf } from '../unit/index.js'

type Setting = CheckedInputOf<'rates.push'>['body']['room_settings'][number]

function roomsOf(context: Context, hotelCode: number | bigint): HotelRooms {
  const hotel = hotelOf(context, hotelCode, 'write')
  const { units } = context.store
  return new HotelRooms(units.rooms(hotel.id), units.plans(hotel.id), bookableRooms(context, hotel))
}

const valuesOf = (entry: Setting): SettingValues => ({
  price: entry.price,
  currency: entry.currency,
  minStay: entry.min_stay,
  maxStay: entry.max_stay,
  closed: entry.closed,
  closedToArrival: entry.closed_to_arrival,
  closedToDeparture: entry.closed_to_departure,
})

const setsSomething = (values: SettingValues): boolean => Object.values(values).some((value) => value !== undefined)

/**
 * Interface: `/v1/room_settings`, `/v1/inventory`. A request is applied whole or not at all: one transaction, and one entry at
 * fault rejects it. Entries are applied in their order, so the later of two that meet on a night wins.
 */
export const ari = {
  'rates.push': ({ body }, context) => {
    const { cells } = context.store
    context.store.transaction(() => {
      const hotel = roomsOf(context, body.hotel_code)
      const faults = new EntryFaults()
      const series = new Map<string, number>()
      const seriesOf = (unitId: number, planId: number): number => {
        const key = `${unitId}/${planId}`
        const id = series.get(key) ?? cells.seriesOf(unitId, planId)
        series.set(key, id)
        return id
      }
      const writes: { series: number; nights: Nights; values: SettingValues }[] = []
      body.room_settings.forEach((entry, at) => {
        const place = `room_settings[${at}]`
        const nights = nightsOf(entry, context.overlay.end, place, faults)
        const selected = hotel.selected(entry, place, faults)
        const values = valuesOf(entry)
        if (entry.min_stay !== undefined && entry.max_stay !== undefined && entry.min_stay > entry.max_stay) {
          faults.add(
            'INVALID_RESTRICTION',
            `${place}.min_stay`,
            `${entry.min_stay} is above max_stay, ${entry.max_stay}: no stay is possible`,
          )
        }
        if (!setsSomething(values)) faults.add('NOTHING_SET', place, 'sets nothing: give a price or a restriction')
        if (nights === undefined || selected === undefined) return
        for (const { id } of selected.rooms) writes.push({ series: seriesOf(id, selected.planId), nights, values })
      })
      faults.done()
      cells.writeSettings(writes)
    })
    return {}
  },
  'inventory.push': ({ body }, context) => {
    context.store.transaction(() => {
      const hotel = roomsOf(context, body.hotel_code)
      const faults = new EntryFaults()
      const writes: { unitId: number; nights: Nights; availability: number }[] = []
      body.availabilities.forEach((entry, at) => {
        const place = `availabilities[${at}]`
        const nights = nightsOf(entry, context.overlay.end, place, faults)
        const room = hotel.room(entry.room_id, place, faults)
        if (nights !== undefined && room !== undefined)
          writes.push({ unitId: room.id, nights, availability: entry.availability })
      })
      faults.done()
      context.store.cells.writeInventory(writes)
    })
    return {}
  },
} satisfies Pick<Handlers, 'rates.push' | 'inventory.push'>
