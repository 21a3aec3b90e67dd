/** The tables of the outbox: the messages, and what was tried with each. */

export type { EarlierRequest, OutboxAttempt, OutboxState } from './attempts.js'
export type { NotificationKind, OutboxMessage, Reach } from './message.js'
export { OutboxStore } from './outbox.js'
