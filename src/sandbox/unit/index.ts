/** Units as callers may see them, and their calendar entries. */

export { EntryFaults, HotelRooms, nightsOf } from './ari-entries.js'
export { addUnitIdentifier, unitIdsByIdentifier, viewUnitIdentifiers } from './unit-identifiers.js'
export { viewUnit } from './unit-view.js'
