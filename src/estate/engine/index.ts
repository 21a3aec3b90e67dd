/** The engine that an estate is put on: its queue, and a store for what is ours. */

export { type EngineAddress, readAddress } from './address.js'
export {
  type Engine,
  engineFault,
  type EngineWorker,
  type NewTask,
  type Next,
  openEngine,
  type OpenOptions,
  type Task,
} from './engine.js'
export { TaskHold, TaskLost } from './hold.js'
export type { Change, EstateStore, Fields, Kept } from './store.js'
