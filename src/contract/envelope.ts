/**
 * What the body of an answer says, before anyone judges it: the envelope of `/api/v1` (result, status, message), that of `/v1` (success, error), or
 * none at all. Interface: "Common response envelope", "Rooms, rates, inventory"; wire defaults 6 and 7.
 */

/** The keys under which a service keeps the parts of its envelope; each list is tried in order. */
export interface EnvelopeNames {
  result: readonly string[]
  status: readonly string[]
  message: readonly string[]
  success: readonly string[]
  error: readonly string[]
  details: readonly string[]
  code: readonly string[]
}

export const ENVELOPE_NAMES: EnvelopeNames = {
  result: ['result'],
  status: ['status'],
  message: ['message'],
  success: ['success'],
  error: ['error'],
  details: ['details', 'errors'],
  code: ['code'],
}
