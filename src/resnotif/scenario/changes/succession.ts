import { ADA, book, change, room, type Scenario } from '../shape/index.js'

const stay = { nights: ['120.00', '120.00'], units: [room(0, ADA)] }
const longer = { ...stay, nights: ['120.00', '120.00', '120.00'] }

export const succession: Scenario = {
  name: 'succession',
  title: 'Booked, changed and cancelled in quick succession',
  isQuick: true,
  steps: [book(stay), change('Change it at once', 'Modify', longer), change('Cancel it at once', 'Cancel', longer)],
}
