/** Rules about guests, units and their counters. */

export { checkBirths } from './births.js'
export { checkCounters } from './counters.js'
export { checkForeignCounts } from './foreign-counts.js'
export { checkGuestCounts } from './guest-counts.js'
export { checkGuests } from './guests.js'
export { checkGuestTexts } from './guest-texts.js'
export { checkIndexes } from './indexes.js'
export { checkReferences, followsCounter } from './rph.js'
export { checkUnitNumbers } from './unit-numbers.js'
export { checkUnits } from './units.js'
