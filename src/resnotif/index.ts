/** The reservation notification: made, read, checked, corrected, explained; and what a PMS answers. Pure: no network, no files. */
export { hideAddress } from './address/index.js'
export {
  faultOfSoapAction,
  type MessagePost,
  type PmsAnswer,
  type PmsProblem,
  type PostedAnswer,
  postHeaders,
  type PostMessage,
  numbersAsWritten,
  readAnswer,
  rootPartOf,
  stateOf,
  type AnswerEnd,
  endOf,
  writeAnswer,
} from './answer/index.js'
export {
  buildNotification,
  type BuildOptions,
  type Envelope,
  type GuestNode,
  numberNodes,
  readTotals,
  type ReservationSource,
  type UsernameToken,
} from './build/index.js'
export { holdsCard, isMasked, starDigits } from './cards/index.js'
export {
  type Capture,
  type AttachedPack,
  CAPTURE_LIMITS,
  type CapturedPart,
  gunzipWithin,
  isSqlite,
  zipsIn,
  type LineColumn,
  type OtherPart,
  placeFindings,
  isUnsent,
  readCapture,
} from './capture/index.js'
export {
  attachedIn,
  type CarriedMessage,
  carriedIn,
  encodingsOf,
  isMultipart,
  type MessageIn,
  messageIn,
  type Packed,
  unpackBody,
} from './carried/index.js'
export {
  type ConcealedMessage,
  concealMessage,
  createConcealer,
  findSecurityCodes,
  isBinary,
  isNaming,
  keepableText,
  secretKind,
} from './conceal/index.js'
export { explainCaptured, type ExplainedMessage, explainMessage, type Explanation } from './explain/index.js'
export { type FactChange, moneyInFull, moneyText, nightsOf, taxText, unitText } from './comparison/index.js'
export { checkDialect, type Dialect, readDialect } from './dialect/index.js'
export { type Comparison, type ComparedMessage, compareMessages, foldNights } from './difference/index.js'
export {
  type AdditionFacts,
  type ChargeFacts,
  type ChargeOf,
  type CommissionFacts,
  type ContactFacts,
  type DepositFacts,
  type DiscountFacts,
  type FeeFacts,
  type GuestAmountFacts,
  type LoyaltyFacts,
  type MessageFacts,
  type PenaltyFacts,
  type PriceFacts,
  type ReservationFacts,
  type ServiceFacts,
  type ServicePrice,
} from './facts/index.js'
export { concealFindings, LINT_RULES, type LintFinding, type NoteRule } from './finding/index.js'
export { fixMessage, type FixOptions, type FixResult, productsToName } from './fix/index.js'
export {
  asSource,
  dayAfter,
  type House,
  type Invented,
  inventedMessage,
  type InventedProduct,
  type InventOptions,
  inventRow,
} from './invent/index.js'
export { lintDecoded, lintMessage, lintSafely, type LintOptions, type LintReport } from './lint/index.js'
export {
  createPms,
  lookAsPms,
  type Persona,
  type Pms,
  type PmsLook,
  type PmsLookJob,
  type PmsReply,
} from './pms/index.js'
export {
  type CapturedMessage,
  captureMessage,
  carriesToken,
  durationWords,
  hotelCodesOf,
  idsOf,
  isRetransmission,
  isSameSecret,
  markRetransmission,
  markStatus,
  type Message,
  readMessage,
  statusIn,
  wrapMessage,
  type StarredPlace,
  starredPlaces,
  starredSecrets,
  openUnitsText,
  tellWhole,
} from './read/index.js'
export { checkSchema, isMoment, type KnownCodes, type SchemaFinding, type SchemaReport } from './rules/index.js'
export {
  bookingIdOf,
  contradictionIn,
  notComparedIn,
  otherNumberIn,
  sharedNumberIn,
  type HotelNumbersGiven,
  EXPECTED_WORDS,
  type Judged,
  judgeStep,
  needsTwoProducts,
  type Scenario,
  scenarioMessage,
  type ScenarioRun,
  SCENARIOS,
  type Step,
  type Verdict,
  worstOf,
} from './scenario/index.js'
export { charsetOf, type DecodedXml, decodeXml, OTA_NAMESPACE, wideOf } from './xml/index.js'
