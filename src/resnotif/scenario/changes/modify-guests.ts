import { ADA, book, change, room, type Scenario } from '../shape/index.js'

const [CHARLES, GRACE] = [
  { firstName: 'Charles', lastName: 'Babbage' },
  { firstName: 'Grace', lastName: 'Hopper' },
]

export const modifyGuests: Scenario = {
  name: 'modify-guests',
  title: 'Another guest, then one more',
  steps: [
    book({ nights: ['120.00'], units: [room(0, ADA), room(0, CHARLES)] }),
    change('Change a guest', 'Modify', { nights: ['120.00'], units: [room(0, ADA), room(0, GRACE)] }),
    change('Add a guest', 'Modify', { nights: ['120.00'], units: [room(0, ADA, CHARLES), room(0, GRACE)] }),
  ],
}
