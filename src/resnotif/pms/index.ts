/** Answers a notification as a PMS would. */

export { lookAsPms, type PmsKept, type PmsLook, type PmsLookJob } from './look.js'
export { createPms, type Persona, type Pms, type PmsReply } from './pms.js'
