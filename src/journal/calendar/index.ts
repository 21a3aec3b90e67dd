/** The calendar that the service has acknowledged. */

export { type BeforeImage, BeforeImages, type LaidLayer } from './before-images.js'
export { CoverageRecords, type CoveredSeries } from './coverage-records.js'
export { type DoubtfulSeries, Doubts, doubtsOf, type SentFields, type SettledSeries, trustedSeries } from './doubts.js'
export { type CalendarOwner, KnownCalendar, type KnownFilter, type KnownSeries } from './known-calendar.js'
export { UnprovenCalendars } from './unproven.js'
