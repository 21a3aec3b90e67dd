/** Asks a person what a file means that a push does not understand by itself, and keeps the answers as a mapping file. */

export { type Asking, askingOn, type KnownRoom, type ServiceFacts } from './asking.js'
export { mendInput } from './mend-input.js'
export { byLikeness, UNLIKE } from './room-likeness.js'
export { serviceFacts } from './service-facts.js'
