import type { Kind } from '../reading/index.js'

/** How many units of a room are free. Counts are absolute. Interface: "Rooms, rates, inventory"; wire default 4. */
export const inventory: Kind = {
  name: 'inventory',
  endpoint: 'inventory.push',
  listField: 'availabilities',
  fields: [
    {
      name: 'availability',
      type: 'count',
      aliases: 'available count quantity available_units available_rooms units_available rooms_available'.split(' '),
    },
  ],
  roomRequired: true,
  planAllowed: false,
  daysAllowed: false,
}
