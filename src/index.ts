/**
 * hubswitch as a library: connect to a service, plan a push, send, resume, undo and verify it, book and confirm, build, check and correct a notification, and
 * serve the whole interface on this machine. Nothing of it prints, asks or ends the process; what goes wrong is a Fault with a code, a sentence and a next step.
 */

export { type ErrorCode, EXIT, Fault, type Finding } from './errors.js'
export {
  confirmReservation,
  connect,
  type ConnectOptions,
  type NewReservation,
  type PlannedPush,
  planPush,
  type PlanPushInput,
  type PushKind,
  type PushRow,
  reserve,
  type Reserved,
  sendPush,
  type SendPushOptions,
  type Service,
  settleBookings,
  type Undone,
  undoPush,
  verifyPush,
  type VerifyPushInput,
} from './library/index.js'
export {
  buildNotification,
  type BuildOptions,
  fixMessage,
  type FixOptions,
  type FixResult,
  type LintFinding,
  lintMessage,
  type LintOptions,
  type LintReport,
} from './resnotif/index.js'
export { DEMO_ACCOUNTS, DEMO_DISTRIBUTOR, type Sandbox, type SandboxOptions, startSandbox } from './sandbox/index.js'
