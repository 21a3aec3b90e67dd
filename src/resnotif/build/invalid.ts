import { Fault } from '../../errors.js'

/** The one fault of a reservation that cannot become a message: which field, what stands there, why not. */
export function invalid(field: string, reason: string, value?: string, remedy?: string): Fault {
  return new Fault('INVALID_INPUT', `${field} ${reason}.`, { findings: [{ field, value, reason, remedy }] })
}
