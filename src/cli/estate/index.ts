/** Commands on an estate that is sent to from many machines. */

export { drainWorkers } from './drain.js'
export { followEstateRun, type FollowedRun } from './follow.js'
export { openShared, readShared, refuseWorkerFlags, requireShared, type Shared } from './open.js'
export { resumeOnEstate } from './resume.js'
export { estateRunDocuments, showEstateRun, stopEstateRun } from './runs.js'
export { estateStatus, workerColumns, workersOf } from './status.js'
export { submitted, sentByEstate, withClaim } from './submit.js'
export { startWorker } from './worker.js'
