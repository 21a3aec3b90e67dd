import { parseNight } from '../../calendar/index.js'
import { nightsText, type StayCheck } from '../../push/index.js'

/** Everything that speaks against a stay or leaves it open; the same words of several nights once. */
export function reasonsOf({ obstacles, unknown, service }: StayCheck): string[] {
  const nights = new Map<string, number[]>()
  for (const { night, words } of obstacles)
    nights.set(words, [...(nights.get(words) ?? []), parseNight(night) as number])
  const known = [...nights].map(([words, on]) => `${words} (${nightsText(on)})`)
  if (service === undefined) return [...known, ...unknown.map(({ words }) => words)]
  if (service === 'not offered') return ['the service does not offer it', ...known]
  return known.length === 0
    ? ['the service offers it']
    : ['the service offers it, against what was pushed from here', ...known]
}

/** A check in a few lines, nothing of it cut. */
export function checkText(check: StayCheck): string {
  const { room, plan, checkIn, checkOut, nights, answer, nearest } = check
  return [
    `Room ${room}${plan === '' ? '' : `, plan ${plan}`}, ${checkIn} to ${checkOut} (${nights === 1 ? '1 night' : `${nights} nights`}): ${answer}`,
    ...reasonsOf(check).map((reason) => `  ${reason}`),
    ...(nearest === undefined ? [] : [`  nearest stay that is open: ${nearest.checkIn} to ${nearest.checkOut}`]),
  ].join('\n')
}
