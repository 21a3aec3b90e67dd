/** An estate larger than one machine: one push shared by many, on an engine that exists. Loaded only where an estate is named. */

export { type Claim, claimKind } from './claim.js'
export { endRun, stopRun } from './end.js'
export { readAddress } from './engine/index.js'
export { type Estate, openEstate } from './estate.js'
export type { PieceNews } from './hotel-work.js'
export { pullJournal, pullRuns } from './pull.js'
export { type EstateRun, listRuns, runOf } from './runs.js'
export { type EstateStatus, type HotelStatus, statusOf } from './status.js'
export { resumeRun, submitRun } from './submit.js'
export { EstateWorker, type WorkerOptions } from './worker.js'
export { drainWorkers, type Heartbeat, workersOf } from './workers.js'
