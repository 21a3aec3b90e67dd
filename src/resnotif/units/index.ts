/** Which guests share a unit. */

export {
  analyseReservation,
  type AnalysisOptions,
  COUNTER,
  type GuestReading,
  type ProductReading,
  type ReservationReading,
} from './analysis.js'
export type { NamedUnits } from './group.js'
export { nameOfProduct, type OpenGrouping, openGroupingOf } from './open-grouping.js'
export { unitNumbersOf } from './reading.js'
export { isInTurn } from './least-units.js'
export { unitsShown } from './shown.js'
export { blocksOfStay, fitsBlocks } from './stay-facts.js'
