/** Views of the calendar that the service has acknowledged, and checks of a stay. */

export { checkCalendar } from './check.js'
export {
  attemptColumns,
  facilityColumns,
  facilityFilterColumns,
  identifierColumns,
  infoColumns,
  lookupColumns,
  mediaColumns,
  partnerColumns,
  productColumns,
  propertyColumns,
  propertyListColumns,
  ratePlanColumns,
  reservationColumns,
  roomColumns,
  searchColumns,
  sitemapColumns,
  unitColumns,
  unitIdentifierColumns,
  unitRecordColumns,
} from './columns.js'
export { showCalendar } from './show.js'
