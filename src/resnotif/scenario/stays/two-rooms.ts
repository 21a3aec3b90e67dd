import { ADA, book, room, type Scenario } from '../shape/index.js'

/** Interface: GroupEventCode runs 1, 2 for the units of one product. */
export const twoRooms: Scenario = {
  name: 'two-rooms',
  title: 'Two rooms of one product',
  steps: [
    book({
      nights: ['120.00', '120.00'],
      units: [room(0, ADA), room(0, { firstName: 'Charles', lastName: 'Babbage' })],
    }),
  ],
}
