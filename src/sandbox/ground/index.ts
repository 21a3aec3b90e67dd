/** Lookup lists, ids, money and refusals. */

export { type Changed, type ChangeKind, ChangeLog } from './changes.js'
export { FACILITY_COUNT, facilityById, metadataIdsOf } from './facilities.js'
export { IDENTIFIER_SOURCES, type SourceAbbreviation, sourceByAbbreviation, sourceById } from './identifier-sources.js'
export { nextFreeId } from './ids.js'
export { DEFAULT_LANGUAGE, type LocalizedText, type PickText, pickTextIn } from './localized.js'
export { LookupChecks } from './lookup-checks.js'
export { LookupReader } from './lookup-reader.js'
export { lookupByCode, lookupById, lookupIdOf, lookupList, type LookupName, ROOM_TYPE_ID } from './lookups.js'
export {
  addDecimals,
  type Decimal,
  multiplyDecimal,
  readDecimal,
  rememberDecimals,
  takePercentOff,
  writeDecimal,
  ZERO,
} from './money.js'
export { Refusal } from './refusal.js'
export { MIGRATIONS, RANGE_NIGHTS_MAX } from './schema.js'
