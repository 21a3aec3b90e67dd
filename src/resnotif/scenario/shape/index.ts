/** What a scenario is: messages in an order, and what a PMS has to answer to each. */

export { ADA, book, change, type Expected, type Person, room, type Scenario, type Step, type Stay } from './shape.js'
