/** Which nights and fields of a plan differ from the calendar. */

export { addChanges, type ChangeCounts, countChanges, isOneCurrency, noChanges } from './changes.js'
export { LargestMoves, type PriceMove } from './moves.js'
export { ChangesPreview, type HotelChanges, type HotelWatch, type NightMark } from './night-changes.js'
export { onlyChanges } from './only-changes.js'
export { unansweredIn } from './unanswered.js'
