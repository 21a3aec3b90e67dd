import { AD_HOC_PROFILE } from '../../config/index.js'
import { Fault } from '../../errors.js'
import type { Target } from '../../journal/index.js'
import { shellWord } from '../../shell-word.js'

/** A run is gone on with where it was sent to. @throws Fault USAGE for a run of another profile, or of another address of the same one */
export function requireSameTarget({ id, target }: { id: number; target: Target }, here: Target): void {
  if (target.profile === here.profile && target.service === here.service) return
  const isNamed = target.profile !== here.profile && target.profile !== AD_HOC_PROFILE
  const next = isNamed
    ? `Add --profile ${shellWord(target.profile)}.`
    : target.profile === AD_HOC_PROFILE
      ? `Set HUBSWITCH_BASE_URL=${target.service} and name no profile.`
      : `The profile names ${here.service} now. Push the file again, or give the profile its old address.`
  throw new Fault('USAGE', `Run ${id} belongs to profile ${target.profile} (${target.service}).`, { next })
}
