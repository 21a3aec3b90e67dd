import { align, append, FieldSets, type Night, type NightFields, overlay, type Segment } from '../../calendar/index.js'
import type { Database } from '../../sql/index.js'
import { decodeBlock } from '../packed/index.js'
import type { CalendarOwner, KnownSeries } from './known-calendar.js'

interface LaidRow {
  room: string
  plan: string
  head: string
  ints: Uint8Array
}

/**
 * Calendars of which a journal that was copied or had lost its mark cannot tell whether they are current: it may be an older copy, and what was pushed after it was made is
 * not in it. What the service has acknowledged since is known again, cell by cell.
 */
export class UnprovenCalendars {
  constructor(private readonly database: Database) {}

  /** From now on nothing counts as acknowledged that is in the journal already. Call it in a transaction. */
  note(): void {
    this.database.run(
      `INSERT INTO unproven (target, kind, hotel, until_run) SELECT target, kind, hotel, (SELECT coalesce(max(id), 0) FROM run)
         FROM (SELECT target, kind, hotel FROM known UNION SELECT run.target, run.kind, batch.hotel FROM batch JOIN run ON run.id = batch.run) WHERE true
       ON CONFLICT DO UPDATE SET until_run = excluded.until_run`,
    )
  }

  /** Takes what the journal holds for what the service holds, for which somebody vouches. */
  believeAll(): void {
    if (this.count() > 0) this.database.run('DELETE FROM unproven')
  }

  /** How many hotels have such a calendar. */
  count(): number {
    return (
      this.database.get<{ hotels: number }>(
        'SELECT count(*) AS hotels FROM (SELECT DISTINCT target, hotel FROM unproven)',
      )?.hotels ?? 0
    )
  }

  /** What is known of a hotel without what nobody has acknowledged since its calendar came into doubt. */
  provenOf(owner: CalendarOwner, known: KnownSeries[]): KnownSeries[] {
    const untilRun = this.#untilRun(owner)
    if (untilRun === undefined) return known
    const sets = new FieldSets()
    const laid = this.#laidAfter(untilRun, owner, sets)
    return known.map(({ room, plan, segments }) => {
      const kept: Segment<NightFields>[] = []
      align(segments, laid.get(keyOf({ room, plan })) ?? [], (from, until, held, set) => {
        if (held === undefined || set === undefined) return
        const since = sets.fieldsOf(set)
        const fields = Object.entries(held).filter(([name]) => since[name] !== undefined)
        if (fields.length > 0) append(kept, from, until, Object.fromEntries(fields))
      })
      return { room, plan, segments: kept }
    })
  }

  /** Believes a calendar again once every value of it from a night on has been acknowledged since. */
  settle(owner: CalendarOwner, known: KnownSeries[], from: Night): void {
    // What is not known of at all, nobody has acknowledged since.
    if (known.length === 0 || this.#untilRun(owner) === undefined) return
    const proven = this.provenOf(owner, known)
    if (valuesFrom(proven, from) < valuesFrom(known, from)) return
    const { target, kind, hotel } = owner
    this.database.run('DELETE FROM unproven WHERE target = ? AND kind = ? AND hotel = ?', target, kind, hotel)
  }

  /** The hotels of one calendar that are not believed. */
  hotels(target: number, kind: string): string[] {
    return this.database
      .all<{ hotel: string }>('SELECT hotel FROM unproven WHERE target = ? AND kind = ?', target, kind)
      .map(({ hotel }) => hotel)
  }

  /** The hotels of a run that are not believed: runs after it may be missing, and they may have set what it has set. */
  hotelsOfRun(run: number): string[] {
    return this.database
      .all<{ hotel: string }>(
        `SELECT DISTINCT batch.hotel FROM batch JOIN run ON run.id = batch.run
         JOIN unproven ON unproven.target = run.target AND unproven.kind = run.kind AND unproven.hotel = batch.hotel
         WHERE batch.run = ? AND batch.run <= unproven.until_run ORDER BY batch.hotel`,
        run,
      )
      .map(({ hotel }) => hotel)
  }

  /** Forgets the doubts about a service whose calendar is forgotten. */
  forget(target: number): void {
    this.database.run('DELETE FROM unproven WHERE target = ?', target)
  }

  #untilRun({ target, kind, hotel }: CalendarOwner): number | undefined {
    return this.database.get<{ run: number }>(
      'SELECT until_run AS run FROM unproven WHERE target = ? AND kind = ? AND hotel = ?',
      target,
      kind,
      hotel,
    )?.run
  }

  /** The fields that later runs had acknowledged, by room and plan. */
  #laidAfter(
    run: number,
    { target, kind, hotel }: CalendarOwner,
    sets: FieldSets,
  ): ReadonlyMap<string, Segment<number>[]> {
    const rows = this.database.all<LaidRow>(
      `SELECT before.room, before.plan, before.laid_head AS head, before.laid_ints AS ints FROM before JOIN run ON run.id = before.run
       WHERE before.run > ? AND before.hotel = ? AND run.target = ? AND run.kind = ? ORDER BY before.id`,
      run,
      hotel,
      target,
      kind,
    )
    const laid = new Map<string, Segment<number>[]>()
    for (const row of rows) {
      const { series, fields } = decodeBlock(row)
      const layer = (series[0]?.ranges ?? []).map(({ from, until, value }) => ({
        from,
        until,
        value: sets.idOf(fields[value] as NightFields),
      }))
      laid.set(
        keyOf(row),
        overlay(laid.get(keyOf(row)) ?? [], layer, (under, over) => sets.combine(under, over)),
      )
    }
    return laid
  }
}

function keyOf({ room, plan }: { room: string; plan: string }): string {
  return JSON.stringify([room, plan])
}

/** How many values of nights a calendar holds from a night on. */
function valuesFrom(series: readonly KnownSeries[], first: Night): number {
  let values = 0
  for (const { segments } of series)
    for (const { from, until, value } of segments)
      values += Math.max(0, until - Math.max(from, first)) * Object.keys(value).length
  return values
}
