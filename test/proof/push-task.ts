import type { PaceLimits } from '../../src/push/index.js'
import type { Kind } from '../../src/files/index.js'
import type { PlanOptions } from '../../src/push/plan/input.js'
import type { Row, RowChunk } from '../../src/files/reading/row.js'
import { openPace, type PaceRecords } from '../../src/journal/index.js'

export { kindOf } from '../../src/files/index.js'
export { planRun, sendRun } from '../../src/push/index.js'

export const TARGET = { profile: 'proof', service: 'proof' }

/** What one pushing process has to do. */
export interface PushTask {
  url: string
  journalDir: string
  kind: Kind['name']
  /** Decides the values; a later round has others. */
  round: number
  hotels: readonly string[]
  rooms: readonly string[]
  nights: number
  bodyBytes: number
  concurrency: number
  limits?: PaceLimits
  deadlineMs?: number
}

export const FIRST_NIGHT = 20_820

/** No two neighbours are alike, so that each night is an entry. */
export function valueOf(kind: Kind['name'], round: number, hotel: number, room: number, night: number): string {
  const number = hotel * 31 + room * 17 + night * 7 + round * 101
  return kind === 'rates' ? `${100 + (number % 900)}.${String(round % 100).padStart(2, '0')}` : String(number % 90)
}

/** In the order of a file: hotel, room, night. */
export function* rowsOf({
  kind,
  round,
  hotels,
  rooms,
  nights,
}: Pick<PushTask, 'kind' | 'round' | 'hotels' | 'rooms' | 'nights'>): Iterable<Row> {
  let line = 2
  for (const [h, hotel] of hotels.entries()) {
    for (const [r, room] of rooms.entries()) {
      for (let night = 0; night < nights; night += 1) {
        const value = valueOf(kind, round, h, r, night)
        const from = FIRST_NIGHT + night
        const fields: Row['fields'] = kind === 'rates' ? { price: value } : { availability: Number(value) }
        yield { file: 0, line: line++, hotel, room, plan: '', from, until: from + 1, days: 127, fields }
      }
    }
  }
}

export async function* chunksOf(rows: Iterable<Row>): AsyncIterable<RowChunk> {
  const all = [...rows]
  for (let at = 0; at < all.length; at += 2000)
    yield { rows: all.slice(at, at + 2000), bad: [], rowsRead: Math.min(all.length, at + 2000), bytesRead: 0 }
}

export function optionsOf(bodyBytes: number): PlanOptions {
  return {
    bodyLimitBytes: bodyBytes,
    changesOnly: false,
    overlapLastWins: false,
    skipInvalid: false,
    weekdayMasks: false,
    end: 'inclusive',
    fieldName: (name) => name.slice(name.lastIndexOf('.') + 1),
  }
}

export function paceStoreOf(dataDir: string): PaceRecords {
  return openPace(dataDir, TARGET.service, () => undefined)
}
