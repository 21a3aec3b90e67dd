import { formatNight, type Span } from '../../calendar/index.js'
import { type OriginalRow, readDate } from '../../files/index.js'
import type { RunNights } from './run-nights.js'

/** A row, or the part of it that was refused, and why. */
export interface RefusedPart {
  row: OriginalRow
  reason: string
}

const DATES = new Set(['date', 'from', 'to'])

/**
 * What the service refused of the rows of a file in which one line makes several, such as the season of an aliased list of plans: only those nights
 * are rejects, each with its own reason. Undefined where a row does not say which nights it means.
 */
export class RefusedParts {
  readonly #byPlace = new Map<string, RunNights[]>()

  constructor(
    nights: Iterable<RunNights>,
    private readonly hotel: string,
  ) {
    for (const one of nights) {
      const place = placeOf(one.hotel, one.room, one.plan)
      this.#byPlace.set(place, [...(this.#byPlace.get(place) ?? []), one])
    }
  }

  of(row: OriginalRow): RefusedPart[] | undefined {
    const span = row.object === undefined ? undefined : spanOf(row.object)
    if (row.object === undefined || span === undefined) return undefined
    const { object } = row
    const refused =
      this.#byPlace.get(placeOf(object['hotel_code'] ?? this.hotel, object['room_id'], object['rate_plan_id'])) ?? []
    return refused.flatMap(({ from, until, days, reason = '' }) => {
      const part = { from: Math.max(from, span.from), until: Math.min(until, span.until) }
      if (part.from >= part.until) return []
      return [
        {
          row:
            part.from === span.from && part.until === span.until && days === undefined
              ? row
              : { ...row, object: withNights(object, part, days) },
          reason,
        },
      ]
    })
  }
}

function withNights(
  object: Readonly<Record<string, unknown>>,
  { from, until }: Span,
  days: string | undefined,
): Readonly<Record<string, unknown>> {
  const others = Object.fromEntries(Object.entries(object).filter(([name]) => !DATES.has(name)))
  return { ...others, from: formatNight(from), to: formatNight(until - 1), ...(days === undefined ? {} : { days }) }
}

function spanOf(object: Readonly<Record<string, unknown>>): Span | undefined {
  const [from, last] = [object['date'] ?? object['from'], object['date'] ?? object['to']].map((written) =>
    readDate(String(written ?? '').trim(), undefined),
  )
  return typeof from === 'number' && typeof last === 'number' && last >= from ? { from, until: last + 1 } : undefined
}

/** On the wire ids are integers, which have no leading zeros; `*` is no room and no plan in particular. */
function placeOf(...ids: readonly unknown[]): string {
  return ids
    .map((id) =>
      id === undefined || id === '*'
        ? ''
        : String(id)
            .trim()
            .replace(/^0+(?=\d)/, ''),
    )
    .join(' ')
}
