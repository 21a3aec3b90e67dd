import { ADA, book, room, type Scenario } from '../shape/index.js'

export const oneNight: Scenario = {
  name: 'one-night',
  title: 'One room for one night',
  steps: [book({ nights: ['120.00'], units: [room(0, ADA)] })],
}
