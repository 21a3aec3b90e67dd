import { formatNight, type Night, type StayObstacle } from '../../calendar/index.js'

/** Why a stay of this length cannot be sold. */
export function obstacleWords({ rule, limit }: StayObstacle, nights: number): string {
  if (rule === 'closed') return 'closed'
  if (rule === 'closedToArrival') return 'no arrival'
  if (rule === 'closedToDeparture') return 'no departure'
  if (rule === 'minStay') return `sold for ${limit} nights or more, not ${nights}`
  if (rule === 'maxStay') return `sold for at most ${limit} nights, not ${nights}`
  return rule === 'noPrice' ? 'no price' : 'sold out'
}

/** `2027-02-10 to 2027-02-12, 2027-02-14`. Nights come in order. */
export function nightsText(nights: readonly Night[]): string {
  const runs: { from: Night; to: Night }[] = []
  for (const night of nights) {
    const last = runs.at(-1)
    if (last !== undefined && last.to + 1 === night) last.to = night
    else runs.push({ from: night, to: night })
  }
  return runs
    .map(({ from, to }) => (from === to ? formatNight(from) : `${formatNight(from)} to ${formatNight(to)}`))
    .join(', ')
}
