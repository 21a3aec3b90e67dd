/** An estate larger than one machine: one push shared by many, on an engine that exists. Loaded only where an estate is named. */

export { type Claim, claimKind } from './claim.js'
export { endRun, stopRun } from './end.js'
export { hasPassword, readAddress } from './engine/index.js'
export { type Estate, openEstate } from './estate.js'
export type { PieceNews } from './hotel-work.js'
export { pullJournal } from './pull.js'
export { type EstateRun, listRuns, runOf } from './runs.js'
export { resumeRun, submitRun } from './submit.js'
export { EstateWorker, type Heartbeat, type WorkerOptions } from './worker.js'
