/** The whole service on this machine. */

export { isLoopback } from '../local-callers.js'
export { DEMO_ACCOUNTS, DEMO_DISTRIBUTOR, type DemoAccount } from './accounts/index.js'
export type { BookingChange, BookingChanged } from './booking/index.js'
export { estateLists, type EstateOptions, generateEstate } from './estate/index.js'
export { FAULT_KINDS, type FaultKind, type FaultRule, type StoredRule } from './faults/index.js'
export { type RequestLogEntry, SANDBOX_LIMITS } from './http/index.js'
export {
  type DeliveryLogEntry,
  type DeliveryTimes,
  type Outbox,
  PMS_AUTHS,
  type PmsAddress,
  type PmsOptions,
} from './outbox/index.js'
export {
  type SeedData,
  type SeedList,
  type SeedNights,
  type SeedProperty,
  type SeedReport,
  seedStore,
  type SeedUnit,
} from './seed/index.js'
export { type Sandbox, type SandboxOptions, startSandbox } from './server.js'
export {
  type InventoryCell,
  type NotificationKind,
  openStore,
  OUTBOX_STATES,
  type OutboxMessage,
  type OutboxState,
  type SettingCell,
  type Store,
  type StoreCounts,
} from './store/index.js'
