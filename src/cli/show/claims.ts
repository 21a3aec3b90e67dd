import { type ErrorCode, Fault } from '../../errors.js'

/** Codes whose exit status promises that nothing was sent. */
const BEFORE_SENDING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['INVALID_INPUT', 'GUARD_RAIL'])

/**
 * A fault as it may be told once requests have left: it says nowhere that nothing was sent, neither in words nor by its exit status. Whoever raises a
 * fault need not know what went out before.
 * @param writes requests that ask the service to change something and have left this machine
 */
export function withoutFalseClaims(fault: Fault, writes: number): Fault {
  if (writes === 0) return fault
  const [message, next] = [withoutClaim(fault.message), withoutClaim(fault.next)]
  const isPromise = BEFORE_SENDING.has(fault.code)
  if (!isPromise && message === fault.message && next === fault.next) return fault
  const { findings, facts, cause } = fault
  const sent = `${writes} ${writes === 1 ? 'request' : 'requests'} had been sent by then.`
  return new Fault(isPromise ? 'PARTIAL' : fault.code, message, {
    next: `${sent} ${next}`.trim(),
    findings,
    facts: { ...facts, requestsSent: writes },
    cause,
  })
}

/** Takes "Nothing was sent." and the like out of a text of ours. */
function withoutClaim(text: string): string {
  return text
    .replace(/([;,:]?) ?\bnothing was (?:sent|booked|pushed)\./gi, (_, mark: string) => (mark === '' ? '' : '.'))
    .trim()
}
