/** What of a request may be shown: redaction and traces. */

export { createCardHider, isHidden } from './cards.js'
export { createRedactor, holdsSecrets, type Redactor } from './redact.js'
export { TRACE_BODY_LIMIT, type TraceEvent } from './trace.js'
