/** How plans and runs are told to a person. */

export { nothingToDo } from './nothing-to-do.js'
export { paceOfService } from './pace-of-service.js'
export { estimateOf, timeText } from './plan-time.js'
export {
  bytesText,
  guardFault,
  pastHotelsText,
  planAnswer,
  planDocument,
  type PlannedFiles,
  planText,
} from './plan-view.js'
export { ProgressText } from './progress-text.js'
export { clearRejects, plannedRejects, RejectsFile, settledRejects } from './rejects-file.js'
export { batchFate, requestsWord, runColumns, runDetails, runDocument, runRows } from './run-record-view.js'
export { exitOfRun, runAnswer } from './run-view.js'
export { keepsQuiet, NewsTeller } from './send-news.js'
export { SUMMARY_FORMATS, type SummaryFormat } from './summary-format.js'
export { type Ending, headline, isSummary, renderSummary, storyOf, writeSummary } from './summary.js'
export { valueLines, valuesDocument } from './value-lines.js'
export { keptBack, keptBackOf, setSince, type Told, unsureWords } from './kept-back.js'
