/** What an answer says in words beside its success: against it, of entries that it left out, or more than the word of success. */

export { type ReadAs, sentTexts, tellsAgainstSuccess, wordsAgainst } from './against-success.js'
export { droppedEntries } from './dropped-entries.js'
export { doubtsInHeaders, saidInHeaders } from './in-headers.js'
export { otherMembers } from './other-members.js'
export { otherBeside } from './other-records.js'
export { flagsInRecord } from './record-flags.js'
export { isPlainResult, isResultAgainst } from './plain-result.js'
export { isPlainSuccess } from './plain-success.js'
export { messagesIn, notesIn, type Said, textsIn } from './said.js'
export { saidOfLookUp } from './said-of-lookup.js'
export { saidOfRead } from './said-of-read.js'
