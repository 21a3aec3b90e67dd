/** Rules of lint and what they find. */

export { concealFindings, findingAt, findingOf, listNode } from './finding.js'
export { BOOKING_STATUSES, isKnownStatus, isOtherAction, OWN_STATUSES, STATUSES } from './statuses.js'
export { isNoteRule, NOTE_RULES, type NoteRule } from './notes.js'
export { LINT_RULES, type LintFinding, type LintRule } from './rules.js'
