/** The journal file: schema, checks, upkeep. */

export { checkJournal, type Holdings, journalBytes, type JournalCheck } from './check-journal.js'
export { aloneWords, journalFile, journalOptions, unprovenWords } from './journal-file.js'
export { useOneSpelling } from './one-spelling.js'
export { findPruned, planPrune, type PrunedRun, type PrunePlan, pruneRuns } from './prune-runs.js'
export { setJournalAside } from './set-aside.js'
