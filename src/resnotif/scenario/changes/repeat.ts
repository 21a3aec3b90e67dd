import { ADA, book, room, type Scenario } from '../shape/index.js'

const stay = { nights: ['120.00', '120.00'], units: [room(0, ADA)] }

/** A hub that got no answer sends the same message again: the guest must not have two rooms. */
export const repeat: Scenario = {
  name: 'repeat',
  title: 'The same booking sent twice',
  steps: [book(stay), { ...book(stay), title: 'Send it again', isRepetition: true, expected: 'same' }],
}
