import { isSameBaseUrl, type Settings } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { shellWord } from '../../shell-word.js'

/**
 * The built-in account has no store: what was to be kept must not be dropped without a word.
 * @throws Fault USAGE
 */
export function refuseKept(given: Record<string, string | undefined>): void {
  const names = Object.keys(given).filter((name) => given[name] !== undefined)
  if (names.length === 0) return
  throw new Fault(
    'USAGE',
    `The embedded sandbox stores no credentials, so ${names.join(' and ')} would have no effect.`,
    {
      next: 'Sign in to a service with --base-url, or set HUBSWITCH_CHANNEL_CREDENTIALS and HUBSWITCH_PMS_CREDENTIALS instead.',
    },
  )
}

/**
 * The profile that an address goes to where none is named may stand for another service.
 * @throws Fault USAGE
 */
export function refuseUnnamedMove({ profile, baseUrl, recorded }: Settings): void {
  if (recorded.baseUrl === undefined || isSameBaseUrl(recorded.baseUrl, baseUrl.value)) return
  throw new Fault('USAGE', `The profile ${profile.value} belongs to ${recorded.baseUrl}. Nothing was changed.`, {
    next: `Name a new profile for this address, such as --profile other, or move this one with --profile ${shellWord(profile.value)}.`,
  })
}
