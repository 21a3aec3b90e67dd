import { parseNight, type Span } from '../../calendar/index.js'
import { Fault } from '../../errors.js'

const NIGHTS_SHOWN = 14
const DAY_MS = 86_400_000

/**
 * The window that --from, --to and --nights choose, half-open. Without --from it begins at the first known night that is
 * not past.
 * @throws Fault USAGE for a day that is none, or an end before the beginning
 */
export function chosenNights(
  {
    from,
    to,
    nights = NIGHTS_SHOWN,
  }: { from?: string | undefined; to?: string | undefined; nights?: number | undefined },
  known: readonly { segments: readonly Span[] }[],
): { from: number; until: number } {
  const today = Math.floor(Date.now() / DAY_MS)
  const coming = known.flatMap(({ segments }) =>
    segments.filter(({ until }) => until > today).map((segment) => Math.max(segment.from, today)),
  )
  const first =
    from === undefined ? coming.reduce((a, b) => Math.min(a, b), coming[0] ?? today) : nightOfFlag('from', from)
  const until = to === undefined ? first + nights : nightOfFlag('to', to) + 1
  if (until <= first) throw new Fault('USAGE', `--to ${to} is before --from ${from}.`)
  return { from: first, until }
}

/**
 * The night that a flag names.
 * @throws Fault USAGE for a day that is none
 */
export function nightOfFlag(flag: string, given: string): number {
  const night = parseNight(given)
  if (night === undefined) throw new Fault('USAGE', `--${flag} needs a date such as 2027-07-01, not "${given}".`)
  return night
}
