/** The resnotif commands: files, views and the listener. */

export { explainFile } from './explain.js'
export { fixFile } from './fix.js'
export { lintFiles, listRules, watchAndLint } from './lint.js'
export { listenAsPms } from './listen.js'
export { previewReservation } from './preview.js'
export { sendMessage } from './send.js'
