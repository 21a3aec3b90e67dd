import type { CellFields, Kind } from '../reading/index.js'

/** Rates and restrictions of rooms. Interface: "Rooms, rates, inventory"; wire default 3. */
export const rates: Kind = {
  name: 'rates',
  endpoint: 'rates.push',
  listField: 'room_settings',
  fields: [
    { name: 'price', type: 'amount', aliases: ['nightly_price', 'price_per_night', 'nightly_rate', 'amount'] },
    { name: 'currency', type: 'currency', aliases: ['currency_code'] },
    {
      name: 'min_stay',
      type: 'stay',
      aliases: [
        'min_los',
        'minimum_stay',
        'min_nights',
        'minimum_nights',
        'min_length_of_stay',
        'minimum_length_of_stay',
      ],
    },
    {
      name: 'max_stay',
      type: 'stay',
      aliases: [
        'max_los',
        'maximum_stay',
        'max_nights',
        'maximum_nights',
        'max_length_of_stay',
        'maximum_length_of_stay',
      ],
    },
    { name: 'closed', type: 'flag', aliases: ['stop_sell', 'stop_sale', 'is_closed'] },
    { name: 'closed_to_arrival', type: 'flag', aliases: ['cta', 'closed_on_arrival', 'no_arrival'] },
    { name: 'closed_to_departure', type: 'flag', aliases: ['ctd', 'closed_on_departure', 'no_departure'] },
  ],
  roomRequired: false,
  planAllowed: true,
  daysAllowed: true,
  // A price alone could be read in whatever currency the service has on record; stays are limits that stand for themselves.
  together: [['price', 'currency']],
  checkCell: checkStays,
}

/** A minimum above the maximum leaves no length of stay that could be booked: a closed night in disguise, so it is refused. */
function checkStays(fields: CellFields): { field: string; reason: string } | undefined {
  const { min_stay: min, max_stay: max } = fields
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return undefined
  return { field: 'min_stay', reason: `minimum stay ${min} is above maximum stay ${max}: no stay could be booked` }
}
