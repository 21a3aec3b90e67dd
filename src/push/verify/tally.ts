import { formatNight } from '../../calendar/index.js'
import type { DrawnCell } from '../after/index.js'
import type { Comparison, Lack, NotJudged } from './compare-cell.js'

interface Drift {
  hotel: string
  room: string
  plan: string
  night: string
  field: string
  known: string
  service: string
}

/** What became of the nights that were drawn. */
export interface Tally {
  same: number
  sold: number
  drifts: Drift[]
  /** Nights by the reason why they could not be judged, with the first one's detail and what would have to be known. */
  notJudged: Map<NotJudged, { nights: number; detail?: string | undefined; lacks?: readonly Lack[] }>
  /** Fields that the run pushed and the service's answers say nothing of, with the nights that are called the same without them. */
  notCompared: Map<string, number>
  add(cell: DrawnCell, result: Comparison): void
}

/** An empty tally. */
export function createTally(): Tally {
  const tally: Tally = {
    same: 0,
    sold: 0,
    drifts: [],
    notJudged: new Map(),
    notCompared: new Map(),
    add({ fields, ...cell }, result) {
      if (result.verdict === 'drift')
        tally.drifts.push({
          ...cell,
          night: formatNight(cell.night),
          field: result.field,
          known: result.known,
          service: result.service,
        })
      else if (result.verdict === 'sold') tally.sold += 1
      else if (result.verdict === 'unknown') {
        const before = tally.notJudged.get(result.why)
        tally.notJudged.set(result.why, {
          nights: (before?.nights ?? 0) + 1,
          detail: before?.detail ?? result.detail,
          lacks: [...new Set([...(before?.lacks ?? []), ...(result.lacks ?? [])])],
        })
      } else {
        tally.same += 1
        for (const field of result.untested.filter((name) => fields.includes(name)))
          tally.notCompared.set(field, (tally.notCompared.get(field) ?? 0) + 1)
      }
    },
  }
  return tally
}
