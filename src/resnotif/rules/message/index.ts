/** Rules about the message as a whole. */

export { checkCards, checkStrayCards } from './cards.js'
export { checkCodes } from './codes.js'
export { checkEchoToken } from './echo-token.js'
export { checkMessage } from './message.js'
export { checkMisread } from './misread.js'
export { checkMisspelt } from './misspelt.js'
export { checkNamespaces } from './namespaces.js'
export { checkOrder } from './order.js'
export { checkTimeOrder, checkTimes, checkTimeStamp, checkVersion, isMoment } from './times.js'
export {
  checkCancels,
  checkReservationIds,
  checkReservationStatus,
  checkStatus,
  checkStatusMissing,
  checkStayStatus,
  checkUniqueIds,
} from './status.js'
export { checkPlaceholders } from './placeholder.js'
export { checkStrayText } from './stray-text.js'
export { checkStructure } from './structure.js'
export { checkSchema, type SchemaFinding, type SchemaReport } from './xsd.js'
