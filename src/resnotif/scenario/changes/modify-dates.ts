import { ADA, book, change, room, type Scenario } from '../shape/index.js'

const before = { nights: ['120.00', '120.00'], units: [room(0, ADA)] }

export const modifyDates: Scenario = {
  name: 'modify-dates',
  title: 'Two nights later, and a night more',
  steps: [
    book(before),
    change('Change the dates', 'Modify', { ...before, later: 2, nights: ['120.00', '120.00', '135.00'] }),
  ],
}
