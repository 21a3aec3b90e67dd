import { book, room, type Scenario } from '../shape/index.js'

/** 64 characters each, the longest that the schemas of OpenTravel allow. */
const GUEST = {
  firstName: 'Wolfeschlegelsteinhausenbergerdorff-Maximiliana Alexandrina-Wilh',
  lastName: 'Featherstonehaugh-Cholmondeley-Beauchamp-Marjoribanks of Leveson',
}

export const longNames: Scenario = {
  name: 'long-names',
  title: 'Names of 64 characters',
  steps: [book({ nights: ['120.00'], units: [room(0, GUEST)] })],
}
