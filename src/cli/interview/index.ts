/** Asks a person what a file means that a push does not understand by itself, and keeps the answers as a mapping file. */

export { askingOn, type KnownRoom, roomsKept, type ServiceFacts } from './asking.js'
export { mendInput } from './mend-input.js'
export { byLikeness, UNLIKE } from './room-likeness.js'
