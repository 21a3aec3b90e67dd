/** Answers a notification as a PMS would. */

export { createPms, type Persona, type Pms, type PmsReply } from './pms.js'
