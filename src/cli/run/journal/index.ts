/** Upkeep of the journal: check, set aside, trust, prune. */

export { journalAnswer } from './check.js'
export { pruneJournal } from './prune.js'
export { setAside } from './set-aside.js'
export { trustJournal } from './trust.js'
