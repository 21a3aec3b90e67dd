import { ADA, book, change, room, type Scenario } from '../shape/index.js'

const stay = { nights: ['120.00', '120.00'], units: [room(0, ADA)] }

export const cancel: Scenario = {
  name: 'cancel',
  title: 'A booking that is cancelled',
  steps: [book(stay), change('Cancel', 'Cancel', stay)],
}
