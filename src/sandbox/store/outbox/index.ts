/** The tables of the outbox: the messages, and what was tried with each. */

export { IN_PART } from './attempts.js'
export type { EarlierRequest, OutboxAttempt, OutboxState } from './attempts.js'
export { endOf, type NotificationKind, type OutboxEnd, type OutboxMessage, type Reach } from './message.js'
export { OutboxStore } from './outbox.js'
