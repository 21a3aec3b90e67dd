/** Sends notifications to the PMS and tries again. */

export { Notifier } from './notification.js'
export { Outbox, type OutboxEntry } from './outbox.js'
export { readPmsAddress } from './pms-address.js'
export { type DeliveryLogEntry, type DeliveryTimes, OutboxSender, type PmsOptions } from './sender.js'
