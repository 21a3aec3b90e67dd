import { AD_HOC_PROFILE, readVariable, type Settings } from '../../config/index.js'
import { Fault } from '../../errors.js'

const SECRET = 'HUBSWITCH_PARTNER_SECRET'
const LOGIN_AGAIN = ', then run "hubswitch auth login" again'
const LOGIN_OR = 'Run "hubswitch auth login", or set'

/**
 * A refused sign-in whose secret stands in the environment, or whose service has no profile, is not put right by "auth login"; and where nothing is found in a sandbox without
 * properties, that is the reason.
 */
export function nextStepFault(
  fault: Fault,
  settings: () => Settings,
  service: { isEmptySandbox(): boolean } | undefined,
): Fault {
  const next = isAbsent(fault) && service?.isEmptySandbox() === true ? ASKED_SANDBOX : nextOf(fault, settings)
  if (next === fault.next) return fault
  const { code, message, findings, facts, cause } = fault
  return new Fault(code, message, { next, findings, facts, cause })
}

const isAbsent = ({ code, message }: Fault): boolean =>
  code === 'NOT_FOUND' || (code === 'REFUSED' && message.includes('There is no hotel'))

function nextOf({ code, next }: Fault, settings: () => Settings): string {
  try {
    const from =
      code === 'SIGN_IN_REFUSED' && next.includes(LOGIN_AGAIN)
        ? readVariable(process.env, SECRET, 'NO_CREDENTIALS')?.from
        : undefined
    if (from !== undefined) return next.replace(LOGIN_AGAIN, `; the secret is read from ${from}`)
    if (code === 'NO_CREDENTIALS' && next.includes(LOGIN_OR) && settings().profile.value === AD_HOC_PROFILE)
      return next.replace(LOGIN_OR, 'Set')
  } catch {
    // Settings that cannot be read have a fault of their own.
  }
  return next
}

/** Where a property was asked for that the sandbox does not have: most often it is empty still, or a service was meant. */
export const ASKED_SANDBOX =
  'The embedded sandbox was asked. "hubswitch sandbox seed" puts sample properties into it; "hubswitch auth login" signs in to a service.'
