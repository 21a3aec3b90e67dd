/** The whole service on this machine. */

export { isLoopback } from '../local-callers.js'
export { DEMO_ACCOUNTS, DEMO_DISTRIBUTOR } from './accounts/index.js'
export type { BookingChange, BookingChanged } from './booking/index.js'
export { estateLists, generateEstate } from './estate/index.js'
export { FAULT_KINDS, type FaultKind, type FaultRule } from './faults/index.js'
export { type RequestLogEntry, SANDBOX_LIMITS } from './http/index.js'
export type { DeliveryLogEntry, DeliveryTimes, OutboxEntry, PmsOptions } from './outbox/index.js'
export type { SeedData, SeedNights, SeedProperty } from './seed/index.js'
export { type Sandbox, type SandboxOptions, startSandbox } from './server.js'
export { copyStore, openStore, type OutboxMessage, type SettingCell } from './store/index.js'
