/** The resnotif commands: files, views and the listener. */

export { BodiesInFlight } from './bodies-in-flight.js'
export { FailureTold } from './failure-told.js'
export { explainFile } from './explain.js'
export { fixFile } from './fix.js'
export { lintFiles, listRules, watchAndLint } from './lint.js'
export { listenAsPms } from './listen.js'
export { requirePmsCredentials } from './pms-credentials.js'
export { previewReservation } from './preview.js'
export { type SendFlags, sendMessage, sendText } from './send.js'
export { count, findingLines } from './view.js'
