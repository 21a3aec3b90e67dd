import { ADA, book, change, room, type Scenario } from '../shape/index.js'

const before = { nights: ['120.00', '120.00'], units: [room(0, ADA)] }

export const modifyRoom: Scenario = {
  name: 'modify-room',
  title: 'Another room, then one more of it',
  steps: [
    book(before),
    change('Change the room', 'Modify', { ...before, units: [room(1, ADA)] }),
    change('Add a room', 'Modify', {
      ...before,
      units: [room(1, ADA), room(1, { firstName: 'Charles', lastName: 'Babbage' })],
    }),
  ],
}
