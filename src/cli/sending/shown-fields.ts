/** What the documents of pushes, resumes and undos hold, however they end: plans, runs, and what an undo leaves. */
export const RUN_FIELDS = [
  'run', 'plan', 'rejectedRows', 'untriedRows', 'rejectedNights', 'rejects', 'error', 'dryRun', 'savedTo', 'time', 'overLater', 'undone',
  'later', 'laterNights', 'laterUnanswered', 'overLaterNights', 'unknown', 'unknownNights', 'unansweredNights', 'unansweredLeft', 'files',
] as const
