import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kindOf } from '../../src/files/kinds/index.js'
import { planRun } from '../../src/push/plan/plan-run.js'
import { type PlanInput } from '../../src/push/plan/input.js'
import { type PlanOptions } from '../../src/push/plan/input.js'
import type { Plan } from '../../src/push/plan/plan.js'
import type { CellFields, Row, RowChunk } from '../../src/files/reading/row.js'
import type { OutgoingBatch, SendOutcome } from '../../src/push/send/send-outcome.js'
import { openJournal, type Journal } from '../../src/journal/index.js'

export const TARGET = { profile: 'test', service: 'http://localhost:1' }
export const FILES = [{ name: 'a.csv' }, { name: 'b.csv' }]

export function temporaryDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'hubswitch-engine-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export async function withJournal<T>(work: (journal: Journal) => Promise<T> | T): Promise<T> {
  const directory = temporaryDirectory()
  const journal = openJournal(directory.path)
  try {
    return await work(journal)
  } finally {
    journal.close()
    directory.remove()
  }
}

/** Many small journals in a row: a disk would spend the time of the test on commits. */
export async function withMemoryJournal<T>(work: (journal: Journal) => Promise<T> | T): Promise<T> {
  const journal = openJournal()
  try {
    return await work(journal)
  } finally {
    journal.close()
  }
}

export function row(line: number, cell: Partial<Row> & { fields: CellFields }): Row {
  return { file: 0, line, hotel: '7', room: '101', plan: '', from: 0, until: (cell.from ?? 0) + 1, days: 127, ...cell }
}

export async function* chunksOf(rows: readonly Row[], size = 1000): AsyncIterable<RowChunk> {
  for (let at = 0; at < rows.length; at += size) {
    yield { rows: rows.slice(at, at + size), bad: [], rowsRead: Math.min(rows.length, at + size), bytesRead: 0 }
  }
}

export const OPTIONS: PlanOptions = {
  bodyLimitBytes: 1_500_000,
  changesOnly: false,
  overlapLastWins: false,
  skipInvalid: false,
  weekdayMasks: false,
  end: 'inclusive',
  fieldName: (path) => path.slice(path.lastIndexOf('.') + 1),
}

export function plan(
  journal: Journal,
  rows: readonly Row[],
  options: Partial<PlanOptions> = {},
  more: Partial<PlanInput> = {},
): Promise<Plan> {
  return planRun({
    kind: kindOf('rates'),
    chunks: chunksOf(rows),
    files: FILES,
    journal,
    target: TARGET,
    options: { ...OPTIONS, ...options },
    persist: true,
    ...more,
  })
}

export interface Entry {
  room_id?: number
  rate_plan_id?: number
  from: string
  to: string
  days?: string[]
  [field: string]: string | string[] | number | boolean | undefined
}

export function entriesOf({ writeBody }: Pick<OutgoingBatch, 'writeBody'>): Entry[] {
  return entriesIn(new TextDecoder().decode(writeBody()))
}

export function entriesIn(body: string): Entry[] {
  const parsed = JSON.parse(body) as { room_settings?: Entry[]; availabilities?: Entry[] }
  return parsed.room_settings ?? parsed.availabilities ?? []
}

/** By the platform's own day of the week, 0 = Sunday. */
const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** A service that applies entries to a grid in order; it refuses bodies with a guilty entry as a whole. */
export class Grid {
  readonly nights = new Map<string, Record<string, unknown>>()
  readonly rooms: readonly string[]
  requests = 0
  readonly sent: OutgoingBatch[] = []
  isGuilty: (entry: Entry, hotel: string) => boolean = () => false

  constructor(rooms: readonly string[] = ['101', '102', '103']) {
    this.rooms = rooms
  }

  readonly send = async (batch: OutgoingBatch): Promise<SendOutcome> => {
    this.requests += 1
    this.sent.push(batch)
    await new Promise((resolve) => setImmediate(resolve))
    const entries = entriesOf(batch)
    if (entries.some((entry) => this.isGuilty(entry, batch.hotel)))
      return { fate: 'rejected', problem: { code: 'INVALID', message: 'refused' } }
    for (const entry of entries) this.#apply(batch.hotel, entry)
    return { fate: 'acknowledged' }
  }

  #apply(hotel: string, { room_id: room, rate_plan_id: ratePlan, from, to, days, ...fields }: Entry): void {
    for (const name of room === undefined ? this.rooms : [String(room)]) {
      for (let night = Date.parse(from) / 86_400_000; night <= Date.parse(to) / 86_400_000; night += 1) {
        if (days !== undefined && !days.includes(WEEK[new Date(night * 86_400_000).getUTCDay()] as string)) continue
        const key = `${hotel} ${name} ${ratePlan ?? ''} ${night}`
        this.nights.set(key, { ...this.nights.get(key), ...fields })
      }
    }
  }
}
