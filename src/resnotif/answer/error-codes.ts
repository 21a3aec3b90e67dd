/** OpenTravel error codes in our own words: those a PMS answers to a notification. Wire defaults, "The reservation notification". */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    15: 'the date is not valid',
    19: 'the name is missing or incomplete',
    61: 'the currency is not valid',
    87: 'the booking reference is not valid',
    95: 'the booking is cancelled already',
    97: 'the booking reference is not known',
    111: 'the booking is not valid',
    127: 'the reservation exists already',
    131: 'the room type is not valid',
    135: 'the end date is not valid',
    136: 'the start date is not valid',
    137: 'the adults do not fit the occupancy',
    138: 'the children do not fit the occupancy',
    145: 'the stay or its dates are not right',
    175: 'the password is not valid',
    181: 'the country code is not valid',
    187: 'the PMS is not available at the moment',
    188: 'a transaction failed',
    190: 'access is denied',
    191: 'the PMS is busy',
    197: 'an error that the PMS cannot determine',
    242: 'the card number is not valid or missing',
    245: 'the confirmation number is not valid',
    249: 'the rate code is not valid',
    264: 'the reservation cannot be cancelled',
    320: 'a value is not valid',
    321: 'a required field is missing',
    322: 'no availability',
    346: 'closed to arrival',
    361: 'the hotel is not valid',
    362: 'the number of nights is not valid',
    363: 'the number of rooms is not valid',
    365: 'the card is refused',
    366: 'processing failed; try again',
    367: 'the format is not valid',
    375: 'the hotel is not active',
    381: 'the check-in date is not valid',
    382: 'the check-out date is not valid',
    392: 'the hotel code is not valid',
    394: 'an item is not valid',
    396: 'a name is not valid',
    397: 'the number of adults is not valid',
    400: 'the property code is not valid',
    402: 'the room type is not valid',
    404: 'start and end date do not go together',
    407: 'an item is too long',
    425: 'no match found',
    427: 'no rooms on these dates',
    436: 'the rate does not exist',
    437: 'the rate is not available',
    447: 'two updates met; nothing was changed',
    448: 'a system error at the PMS',
    450: 'the PMS cannot process the message',
    459: 'the request code is not valid',
    497: 'authorization failed',
    523: 'the surname is too long',
    524: 'the given name is too long',
    562: 'the rate is restricted',
    563: 'closed to departure',
    744: 'a field has the wrong length',
    745: 'a field is not known',
    767: 'the room stay index is not valid',
    768: 'the status does not fit',
    769: 'only the first reservation was processed',
    770: 'the reservation holder is missing',
    783: 'the room or rate was not found',
    784: 'the PMS ran out of time',
  }),
)

/** OpenTravel error and warning types (list EWT) in our own words. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    1: 'unknown error',
    2: 'the PMS has no such function',
    3: 'a business rule refuses it',
    4: 'sign-in failed',
    5: 'sign-in took too long',
    6: 'not authorized',
    7: 'protocol violation',
    8: 'transaction model',
    9: 'authentication model',
    10: 'a required field is missing',
    11: 'advice',
    12: 'processing failed',
    13: 'application error',
  }),
)

/** What a warning of these codes is about. Beside Success it refuses nothing, and nothing failed. */
const WARNED_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    175: 'about the password',
    187: 'about the availability of the PMS',
    188: 'about a transaction',
    190: 'about access',
    191: 'about the load of the PMS',
    197: 'about something that it does not explain',
    264: 'about the terms of a cancellation',
    366: 'about the processing',
    447: 'about two updates that met',
    448: 'about the system of the PMS',
    450: 'about the processing of the message',
    497: 'about authorization',
    784: 'about the time that the PMS took',
  }),
)
const WARNED_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    1: 'of an unknown kind',
    2: 'about a function that the PMS does not have',
    3: 'about a business rule',
    4: 'about the sign-in',
    5: 'about the time that the sign-in took',
    6: 'about authorization',
    7: 'about the protocol',
    12: 'about the processing',
    13: 'about the application',
  }),
)

/** Codes after which the same message may well be accepted later (wire defaults). */
const WORTH_A_RETRY: ReadonlySet<string> = new Set(['187', '191', '448', '784'])
const RETRY_TYPE = '5'

/** "The reservation exists already": on a resend it had been delivered. */
export const ALREADY_EXISTS = '127'

/** "The booking is cancelled already": what a Cancel asks for is so. */
export const ALREADY_CANCELLED = '95'

/** Where a code or a type stands: an error, and a warning of what was not processed, say what went wrong; any other warning only what it is about. */
type Place = 'error' | 'warning'

/** A code in words; undefined for one that is not known here. */
export const describeErrorCode = (code: string, place: Place = 'error'): string | undefined =>
  (place === 'warning' ? WARNED_WORDS.get(code) : undefined) ?? WORDS.get(code)
export const describeErrorType = (type: string, place: Place = 'error'): string | undefined =>
  (place === 'warning' ? WARNED_TYPES.get(type) : undefined) ?? TYPES.get(type)

/** Whether the same message may be accepted later. Wire defaults, "The reservation notification". */
export function isRetryable({ type, code }: { type?: string; code?: string }): boolean {
  return (code !== undefined && WORTH_A_RETRY.has(code)) || type === RETRY_TYPE
}
