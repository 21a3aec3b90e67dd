import { type Journal, openJournal } from '../journal/index.js'
import type { EstateStore } from './engine/index.js'
import type { Estate } from './estate.js'
import { KEY, PART } from './keys.js'
import { type EstateRun, listRuns } from './runs.js'

/** What of the estate is wanted: a kind with all its runs, or one run with its hotels. */
interface PullInput {
  kinds?: readonly string[]
  /** Only the hotels of this run are read, with their calendars. */
  run?: number
  /** Only this hotel. */
  hotel?: string | undefined
}

const HOTELS_AT_ONCE = 500

/**
 * A journal in memory that holds what the estate does: whoever plans, undoes or shows reads it as he reads the journal of a machine. What is written to it stays
 * here until it is submitted.
 */
export async function pullJournal(
  { engine: { store }, target }: Estate,
  { kinds = ['rates', 'inventory'], run: only, hotel }: PullInput = {},
): Promise<Journal> {
  const journal = openJournal()
  try {
    const id = journal.runs.targetId(target, { create: true }) as number
    const runs = (await listRuns(store)).filter(({ kind }) => kinds.includes(kind)).reverse()
    journal.transaction(() => runs.forEach((run) => journal.slices.putRun(run.record, id, columnsOf(run))))
    for (const kind of kinds) {
      const mine = runs.filter((run) => run.kind === kind)
      const one = mine.find((run) => run.id === only)
      if (only !== undefined && one === undefined) continue
      const hotels =
        hotel !== undefined
          ? [hotel]
          : [...(await store.read(one === undefined ? KEY.hotels(kind) : KEY.lines(one.id))).keys()]
      for (let at = 0; at < hotels.length; at += HOTELS_AT_ONCE)
        await putHotels(journal, store, { kind, id, runs: mine, hotels: hotels.slice(at, at + HOTELS_AT_ONCE) })
    }
    return journal
  } catch (error) {
    journal.close()
    throw error
  }
}

/** The same without hotels: which runs there are. */
export async function pullRuns({ engine: { store }, target }: Estate): Promise<Journal> {
  const journal = openJournal()
  const id = journal.runs.targetId(target, { create: true }) as number
  for (const run of (await listRuns(store)).reverse()) journal.slices.putRun(run.record, id, columnsOf(run))
  return journal
}

async function putHotels(
  journal: Journal,
  store: EstateStore,
  { kind, id, runs, hotels }: { kind: string; id: number; runs: readonly EstateRun[]; hotels: readonly string[] },
): Promise<void> {
  const all = await store.readAll(hotels.map((hotel) => KEY.hotel(kind, hotel)))
  journal.transaction(() => {
    for (const fields of all) {
      for (const name of [...runs.flatMap((run) => [PART.plan(run.id), PART.fates(run.id)]), PART.known]) {
        const bytes = fields.get(name)
        if (bytes !== undefined) journal.slices.put(bytes, id)
      }
    }
  })
}

/** What has changed of a run since its submitter wrote the record. */
export function columnsOf(run: EstateRun): Record<string, string | number | null> {
  const { startedAt, resumedAt, endedAt, fault } = run
  return {
    state: run.state,
    started_at: startedAt ?? null,
    resumed_at: resumedAt ?? null,
    ended_at: endedAt ?? null,
    fault: fault === undefined ? null : JSON.stringify(fault),
    requests: run.requests,
    extra_requests: run.extraRequests,
    was_cut: run.wasCut ? 1 : 0,
    elapsed_ms: startedAt === undefined ? 0 : Math.max(0, (endedAt ?? Date.now()) - (resumedAt ?? startedAt)),
    // What the machine of the submitter knows of its own processes says nothing here.
    sender: null,
    stop_asked_at: null,
  }
}
