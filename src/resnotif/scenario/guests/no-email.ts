import { ADA, book, room, type Scenario } from '../shape/index.js'

export const noEmail: Scenario = {
  name: 'no-email',
  title: 'A booker without e-mail and telephone',
  steps: [book({ nights: ['120.00'], units: [room(0, ADA)], booker: {} })],
}
