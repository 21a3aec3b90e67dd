import { ADA, book, room, type Scenario } from '../shape/index.js'

export const twoPrices: Scenario = {
  name: 'two-prices',
  title: 'Two nights at two prices',
  steps: [book({ nights: ['120.00', '149.50'], units: [room(0, ADA)] })],
}
