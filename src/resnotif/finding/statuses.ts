/** What this service sends as ResStatus. */
export const OWN_STATUSES = ['Commit', 'Modify', 'Cancel'] as const
/** Further words of TransactionActionType, which the schemas have for the status of a message. */
const ACTIONS = ['Book', 'Quote', 'Hold', 'Initiate', 'Ignore', 'CommitOverrideEdits', 'VerifyPrice', 'Ticket'] as const
/** TransactionActionType and PMS_ResStatusType of the schemas, 2003B to 2017B. */
export const STATUSES = [
  ...OWN_STATUSES,
  ...ACTIONS,
  'Reserved',
  'Requested',
  'Request denied',
  'No-show',
  'Cancelled',
  'In-house',
  'Checked out',
  'Waitlisted',
] as const
/** Words for what books or changes, and holds a room from then on. */
export const BOOKING_STATUSES = [
  'Commit',
  'Modify',
  'Book',
  'Hold',
  'Initiate',
  'Reserved',
  'Requested',
  'Waitlisted',
] as const

/** One or two capitals are a company's own status. */
const OF_A_COMPANY = /^[A-Z]{1,2}$/

/** Whether a ResStatus is one that the schemas have for a message, and not one that this service sends. */
export const isOtherAction = (status: string): boolean => (ACTIONS as readonly string[]).includes(status)

/** Whether a ResStatus is one of the schemas, or a company's own. */
export const isKnownStatus = (status: string): boolean =>
  (STATUSES as readonly string[]).includes(status) || OF_A_COMPANY.test(status)
