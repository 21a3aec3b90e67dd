/** Answers a notification as a PMS would. */

export { createPms, type Persona, PERSONAS, type Pms, type PmsOptions, type PmsReply } from './pms.js'
