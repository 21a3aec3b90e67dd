import { ADA, book, room, type Scenario } from '../shape/index.js'

export const families: Scenario = {
  name: 'families',
  title: 'Three rooms with families',
  steps: [
    book({
      nights: ['180.00', '180.00', '210.00'],
      units: [
        room(
          0,
          ADA,
          { firstName: 'William', lastName: 'King' },
          { firstName: 'Byron', lastName: 'King', age: 11 },
          { firstName: 'Anne', lastName: 'King', age: 9 },
        ),
        room(0, { firstName: 'Mary', lastName: 'Somerville' }, { firstName: 'Woronzow', lastName: 'Greig', age: 6 }),
        room(
          1,
          { firstName: 'Emmy', lastName: 'Noether' },
          { firstName: 'Fritz', lastName: 'Noether' },
          { firstName: 'Gottfried', lastName: 'Noether', age: 3 },
        ),
      ],
    }),
  ],
}
