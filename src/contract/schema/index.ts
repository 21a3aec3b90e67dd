/** What all endpoints are described with: fields, envelopes, secrets, exact JSON. */

export {
  type ChannelCredentialsInput,
  maskCredentials,
  parseCredentials,
  secretFieldsOf,
  secretValuesOf,
} from './channel-credentials.js'
export { channelApi, type Dialect, partnerApi, type Problem } from './dialect.js'
export { type EchoKind, echoKindOf, entrySchema, fieldSchema, identity, link, readBoolean, word } from './echo-kind.js'
export {
  type CallInput,
  type CallResult,
  type CheckedInput,
  endpoint,
  type EndpointSpec,
  fillPath,
  type HandlerResult,
  type RetryClass,
} from './endpoint.js'
export { ENVELOPE_NAMES, type EnvelopeNames, type OpenedAnswer, openEnvelope } from './envelope.js'
export {
  Amount,
  AnyId,
  ChannelCredentials,
  coordinate,
  CurrencyCode,
  DateTime,
  Day,
  Filled,
  Id32,
  Int32,
  int32Text,
  LanguageId,
  LIMITS,
  LocalizedText,
  Lookup,
  LookupPart,
  ofLookup,
  pageOf,
  PositiveId,
  PropertyId,
  QueryBoolean,
  ShortText,
  TextPart,
  UniqueIds,
  UnitId,
  Unpadded,
  WEEKDAYS,
  WideId,
} from './fields.js'
export { type Checked, checkValue, fieldPath } from './issues.js'
export { exactInteger, parseExactJson, parseJson, wideAsText, writeJson } from './json.js'
export { knownWords, openList, wordsNotListed } from './known-words.js'
export { type LookupName, LOOKUPS } from './lookups.js'
export { alsoGivenAs, alsoNamed, fieldsOfAnswer, memberFor, namesOfField, normalizeAnswer } from './normalize-answer.js'
export { collectSecretNames, isSecret, MASK, maskSecrets, secret, unwrapSchema } from './secret.js'
export { coreSchema, fieldsOf, lookupOf, shapeNames, withIds } from './walk.js'
export { compileWireCheck, type WireCheck } from './wire-kinds.js'
