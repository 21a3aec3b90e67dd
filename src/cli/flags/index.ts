/** Flags that commands of several topics share. */

export { chosenHotel } from './chosen-hotel.js'
export { chosenNights, nightOfFlag } from './chosen-nights.js'
export { chosenProperty, propertyPairs } from './chosen-property.js'
export { GROUP } from './groups.js'
export { guestCounts } from './guests.js'
export { localizedTexts, nameFlag } from './localized.js'
export { millisecondsOf, momentOf, readDuration } from './moment.js'
export { pageFlags, pageFooter } from './pages.js'
export {
  assignFlags,
  bodyFlags,
  type BodyOptions,
  dryRunFlag,
  readBody,
  readBodyFile,
  tryFlag,
} from './request-body.js'
export { fieldsFromFlags, flagName, integerOf, schemaFlags } from './schema-flags.js'
export {
  estateFlag,
  readRate,
  readSending,
  type SendFlags,
  sendFlags,
  type Sending,
  sendSettings,
} from './send-flags.js'
export { sortRequests } from './sort-requests.js'
export { dayOf, stayDates, stayFlags } from './stay-flags.js'
