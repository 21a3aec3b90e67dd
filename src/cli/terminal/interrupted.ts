import { type ErrorCode, Fault } from '../../errors.js'

/** Faults that an interruption brings about, besides its own. */
const BY_INTERRUPTION: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['INTERRUPTED', 'OUTCOME_UNKNOWN'])

/**
 * How a command ends that a signal has interrupted: always as interrupted, and with what is known of the requests that had left by then.
 * @param writes requests that ask the service to change something and have left this machine
 */
export function interruptedFault(fault: Fault, writes: number): Fault {
  if (!BY_INTERRUPTION.has(fault.code)) return fault
  const { message, next, findings, facts, cause } = fault
  if (fault.code === 'OUTCOME_UNKNOWN')
    return new Fault('INTERRUPTED', message, { next, findings, facts: { ...facts, fate: 'unknown' }, cause })
  if (writes === 0)
    return new Fault('INTERRUPTED', 'Interrupted. Nothing was changed at the service.', { facts, cause })
  const sent =
    writes === 1
      ? 'One request that changes something had been sent by then.'
      : `${writes} requests that change something had been sent by then.`
  return new Fault('INTERRUPTED', `Interrupted. ${sent}`, {
    next: 'Look up what the service holds before you repeat this.',
    facts: { ...facts, requestsSent: writes },
    cause,
  })
}

export const TIME_UP = 'The time that --deadline gives was up.'

/** How a command ends whose --deadline was up while it waited for something. */
export function timeUpFault(fault: Fault, writes: number): Fault {
  if (fault.code !== 'INTERRUPTED' && fault.code !== 'DEADLINE') return fault
  const { message, next, findings, facts, cause } = fault
  // It says what the time went by with, and that nothing was sent.
  if (facts['waitedFor'] === 'lock' && writes === 0) return fault
  if (writes > 0)
    return new Fault('DEADLINE', fault.code === 'DEADLINE' ? message : TIME_UP, { next, findings, facts, cause })
  return new Fault('DEADLINE', `${TIME_UP} Nothing was sent.`, {
    next: 'Run the same command again, or give it more time.',
    facts,
    cause,
  })
}
