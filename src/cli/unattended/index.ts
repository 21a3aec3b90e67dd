/** Runs that nobody watches: log file, summary, ping, lock wait. */

export { unattendedFlags } from './flags.js'
export { keptRejectsOf } from './kept-rejects.js'
export { ReportingCommand } from './reporting-command.js'
export { SendingCommand } from './sending-command.js'
export { lockRun } from './wait-for-lock.js'
