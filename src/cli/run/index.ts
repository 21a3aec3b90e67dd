/** The run commands: resume, stop, undo and locks. */

export { type Followed, followRun } from './follow.js'
export { journalAnswer, pruneJournal, setAside } from './journal/index.js'
export { lockList, releaseLock } from './locks.js'
export { writeRunPage } from './run-page.js'
export { resumeRun, settledAnswer } from './resume.js'
export { stopRun } from './stop.js'
export { undoRun } from './undo.js'
export { verifyRun } from './verify/index.js'
