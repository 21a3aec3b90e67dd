import { ADA, book, room, type Scenario } from '../shape/index.js'

export const children: Scenario = {
  name: 'children',
  title: 'Two adults with children of 0, 5 and 17 years',
  steps: [
    book({
      nights: ['160.00'],
      units: [
        room(
          0,
          ADA,
          { firstName: 'William', lastName: 'King' },
          { firstName: 'Ralph', lastName: 'King', age: 0 },
          { firstName: 'Anne', lastName: 'King', age: 5 },
          { firstName: 'Byron', lastName: 'King', age: 17 },
        ),
      ],
    }),
  ],
}
