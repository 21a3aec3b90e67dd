/** The journal file: schema, checks, upkeep. */

export { BookingGaps } from './booking-gap.js'
export { checkJournal, type Holdings, journalBytes, type JournalCheck } from './check-journal.js'
export { aloneWords, bookingsInDoubt, type Doubts, doubtWords, hotelsInDoubt } from './doubt-words.js'
export { journalFile, journalOptions } from './journal-file.js'
export { useOneSpelling } from './one-spelling.js'
export { findPruned, planPrune, type PrunedRun, type PrunePlan, pruneRuns } from './prune-runs.js'
export { setJournalAside } from './set-aside.js'
export { copyToRead, type ReadableCopy } from './readable-copy.js'
export { servicesSentTo } from './services-sent-to.js'
