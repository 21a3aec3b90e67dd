/** The reservation notification: made, read, checked, corrected, explained; and what a PMS answers. Pure: no network, no files. */
export {
  type AnswerParts,
  type AnswerProblem,
  type AskedOfPms,
  describeErrorCode,
  describeErrorType,
  faultOfSoapAction,
  isRetryable,
  type MessagePost,
  type PmsAnswer,
  type PmsProblem,
  type PostedAnswer,
  postHeaders,
  type PostMessage,
  readAnswer,
  stateOf,
  writeAnswer,
} from './answer/index.js'
export {
  buildNotification,
  type BuildOptions,
  composeRph,
  type Envelope,
  type GuestNode,
  numberNodes,
  type NumberOptions,
  OTA_NAMESPACE,
  readTotals,
  type ReservationSource,
  type UsernameToken,
} from './build/index.js'
export { holdsCard, isMasked, starDigits } from './cards/index.js'
export {
  type ConcealedMessage,
  type Concealer,
  concealMessage,
  createConcealer,
  isNaming,
  secretKind,
} from './conceal/index.js'
export {
  type ExplainedGuest,
  type ExplainedProduct,
  type ExplainedReservation,
  explainMessage,
  type Explanation,
} from './explain/index.js'
export { concealFindings, LINT_RULES, type LintFinding, type LintRule, type Severity } from './finding/index.js'
export { type FixChange, fixMessage, type FixOptions, type FixResult } from './fix/index.js'
export { lintDecoded, lintMessage, type LintOptions, type LintReport } from './lint/index.js'
export { createPms, type Persona, PERSONAS, type Pms, type PmsOptions, type PmsReply } from './pms/index.js'
export {
  carriesToken,
  idsOf,
  isRetransmission,
  isSameSecret,
  markRetransmission,
  markStatus,
  type Message,
  readMessage,
  statusIn,
  wrapMessage,
  type WrapOptions,
  type WrappedMessage,
} from './read/index.js'
export { checkSchema, type SchemaFinding, type SchemaReport } from './rules/index.js'
export type { OpenGrouping } from './units/index.js'
export { type DecodedXml, decodeXml } from './xml/index.js'
