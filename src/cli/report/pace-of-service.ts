import type { Settings } from '../../config/index.js'
import { openPace, peekPace } from '../../journal/index.js'
import { type PaceLimits, paceLimits, type PaceStore, UNLIMITED } from '../../push/index.js'

/**
 * How fast a service may be asked: what is configured is never exceeded. A real service of which nothing is said is asked slowly at first, and learned. The
 * embedded sandbox has no limit, and no memory of one.
 * @param tell hears that what was learned could not be used
 */
export function paceOfService(
  settings: Settings,
  service: string,
  tell: (line: string) => void,
): { pace?: { store: PaceStore; limits: PaceLimits }; close(): void } {
  if (settings.isEmbedded) return { close: () => undefined }
  const {
    profile,
    dataDir,
    limits: { ratePerSecond, writesPerMinute },
  } = settings
  const store = openPace(dataDir, `${profile.value} ${service}`, tell)
  return { pace: { store, limits: paceLimits(ratePerSecond.value, writesPerMinute.value) }, close: store.close }
}

/** The same for a look at it: nothing is written. */
export function peekPaceOfService(
  { isEmbedded, profile, dataDir, limits: { ratePerSecond, writesPerMinute } }: Settings,
  service: string,
): { limits: PaceLimits; of(scope: string): unknown; close(): void } {
  if (isEmbedded)
    return {
      limits: paceLimits(ratePerSecond.value ?? UNLIMITED, undefined),
      of: () => undefined,
      close: () => undefined,
    }
  return {
    limits: paceLimits(ratePerSecond.value, writesPerMinute.value),
    ...peekPace(dataDir, `${profile.value} ${service}`),
  }
}
