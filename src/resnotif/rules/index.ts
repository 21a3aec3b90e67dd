/** The rules of lint. */

export {
  checkBirths,
  checkCounters,
  checkForeignCounts,
  checkGuestCounts,
  checkGuests,
  checkGuestTexts,
  checkIndexes,
  checkReferences,
  checkUnitNumbers,
  checkUnits,
  followsCounter,
} from './guests/index.js'
export {
  checkCancels,
  checkTimeOrder,
  checkTimes,
  checkTimeStamp,
  checkVersion,
  checkCards,
  checkCodes,
  checkEchoToken,
  checkMessage,
  checkMisread,
  checkMisspelt,
  checkNamespaces,
  checkOrder,
  checkSchema,
  checkReservationStatus,
  checkStatus,
  checkStatusMissing,
  checkPlaceholders,
  checkStrayCards,
  checkStrayText,
  checkStructure,
  checkReservationIds,
  checkStayStatus,
  checkUniqueIds,
  isMoment,
  type SchemaFinding,
  type SchemaReport,
} from './message/index.js'
export {
  checkAmounts,
  checkBooked,
  checkIdentity,
  checkKnownCodes,
  checkNights,
  checkProducts,
  checkServices,
  checkStays,
  checkUnitNights,
  type KnownCodes,
} from './stay/index.js'
export { checkShares } from './shares/index.js'
export { checkTotals, type TotalsReport } from './totals/index.js'
export { checkContacts, checkValues, isYesOrNo, withoutRepeats } from './values/index.js'
