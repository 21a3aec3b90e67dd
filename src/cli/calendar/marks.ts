import type { KnownNight } from './view.js'

/** What a night is marked with on a terminal and on a page: signs, so that colours are never all that tells. */

/** How dear a night is among those of its room and plan, by its height. */
export const LEVELS = ['▁', '▂', '▄', '▆', '█'] as const
export const CLOSED = '×'
export const UNACKNOWLEDGED = '?'

/** Nights of one room and plan, which have prices of their own. */
export function productOf({ room, plan }: Pick<KnownNight, 'room' | 'plan'>): string {
  return `${room} ${plan}`
}

/** 0 to 4 for each price: which fifth of the prices of these nights it is in. Undefined where all are one price, or there is none. */
export function priceLevels(nights: readonly KnownNight[]): (price: unknown) => number | undefined {
  const prices = nights.flatMap(({ price }) => (price === undefined ? [] : [Number(price)])).filter(Number.isFinite)
  const known = [...new Set(prices)].sort((a, b) => a - b)
  const places = new Map(known.map((price, at) => [price, at]))
  if (known.length < 2) return () => undefined
  return (price) => {
    const at = places.get(Number(price))
    return price === undefined || at === undefined
      ? undefined
      : Math.min(LEVELS.length - 1, Math.floor((at / (known.length - 1)) * LEVELS.length))
  }
}

/** What a stay has to keep to: `‹` no arrival, `›` no departure, `3+` at least three nights, `≤7` at most seven. */
export function stayMarks({
  closed_to_arrival: noArrival,
  closed_to_departure: noDeparture,
  min_stay: least,
  max_stay: most,
}: KnownNight): string[] {
  return [
    `${noArrival === true ? '‹' : ''}${noDeparture === true ? '›' : ''}`,
    Number(least ?? 1) > 1 ? `${String(least)}+` : '',
    most === undefined || Number(most) === 0 ? '' : `≤${String(most)}`,
  ].filter((mark) => mark !== '')
}
