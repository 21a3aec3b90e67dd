/** The first minutes: which service, signing in, a first read, and what to do next. */

export { askService, type ChosenService } from './ask-service.js'
export { initialize, refuseWithoutPerson } from './initialize.js'
