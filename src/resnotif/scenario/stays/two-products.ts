import { ADA, book, room, type Scenario } from '../shape/index.js'

/** Interface: another product begins at GroupEventCode 1 again. */
export const twoProducts: Scenario = {
  name: 'two-products',
  title: 'Two rooms of one product and one of another',
  steps: [
    book({
      nights: ['110.00', '110.00'],
      units: [
        room(0, ADA),
        room(0, { firstName: 'Charles', lastName: 'Babbage' }),
        room(1, { firstName: 'Grace', lastName: 'Hopper' }),
      ],
    }),
  ],
}
