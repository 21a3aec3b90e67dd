/** Sends a planned run and tells how it goes. */

export { agreeToSend, isUnagreed } from './agreement.js'
export { needChannelCredentials } from './channel-credentials.js'
export { findRun, findUsableRun, newestOf } from './find-run.js'
export { type KeptLimits, limitsOf, limitsToKeep, withLimits } from './kept-limits.js'
export { requireSameTarget } from './other-target.js'
export { roomAsker } from './room-facts.js'
export { refuseUnknownRooms } from './saved-rooms.js'
export { sendPlanned } from './send-planned.js'
export type { RunEvents } from './run-events.js'
export { RUN_FIELDS } from './shown-fields.js'
export { signInFirst } from './sign-in-first.js'
export { freedEarly } from './v8-flags.js'
