/** Base classes of the commands, the connection to the service and the embedded sandbox. */

export { BaseCommand, type Ended } from './base-command.js'
export { BodyCommand, toUpdateSpelling } from './body-command.js'
export { connect, type Connection, type ConnectOptions, readOverlay } from './connection.js'
export { distributorFlags, distributorOf, distributorSettings } from './distributor.js'
export {
  accountsToSecure,
  deliveryLine,
  demoAccount,
  EMBEDDED_SERVICE,
  embeddedPms,
  type Exposure,
  findRunning,
  logLine,
  noteRunning,
  sandboxFolder,
  sandboxWelcome,
  startEmbedded,
} from './embedded-sandbox.js'
export { usesDemoAccount } from './identity.js'
export { refuseOwnFile } from './own-files.js'
export {
  exitOfLeft,
  faultOfResend,
  openSandboxOf,
  NOT_ANSWERED,
  wordsOfClaim,
  outboxColumns,
  SandboxCommand,
  sandboxFlags,
  sandboxWriteFlags,
  viewMessage,
  wordsOfLeft,
} from './sandbox-command.js'
export { ServiceCommand } from './service-command.js'
export { abortOnSignal, doneBeforeSignal, untilSignal } from './until-signal.js'
export { hasOwnTheme } from './own-folders.js'
