/** A thread beside the one that serves, for what takes long. */

export { createWorkThread, type WorkThread, type WorkThreadOptions } from './work-thread.js'
