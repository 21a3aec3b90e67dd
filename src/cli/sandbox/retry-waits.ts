import { Fault } from '../../errors.js'
import { readDuration } from '../flags/index.js'

/** More steps than any receiver is known to have. */
const WAITS_MAX = 50

/**
 * Waits such as `1m,5m,15m`, in milliseconds.
 * @throws Fault USAGE
 */
export function readWaits(flag: string, text: string): number[] {
  const waits = text.split(',').map((one) => readDuration(flag, one))
  if (waits.length > WAITS_MAX) throw new Fault('USAGE', `${flag} takes at most ${WAITS_MAX} waits.`)
  return waits
}
