/** How fast requests may go out. */

export { estimateTime, type PlannedRequests, type TimeEstimate } from './estimate.js'
export { paceLimits } from './limits.js'
export { isUnconnected, Outage, type OutageNews } from './outage.js'
export type { PaceLimits, Turn } from './pace.js'
export { memoryPace, type OwnPaceWait, Pacer, type PaceStore } from './pacer.js'
export { UNLIMITED } from './rate-state.js'
