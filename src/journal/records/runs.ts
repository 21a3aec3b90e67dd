import { Fault } from '../../errors.js'
import { type Database, withoutNulls } from '../../sql/index.js'
import { doubtInFlight } from './in-flight.js'

/** A service as a profile addresses it: what is acknowledged belongs to both. */
export interface Target {
  profile: string
  /** Base address of the service. */
  service: string
}

/**
 * `planning` was cut short while being written and never sent anything; `ready` is planned and unsent; `sending` is at
 * work, or was killed and nobody has looked since; `nothing-to-do` had nothing to send; the last two ended early and can be resumed.
 */
type RunState = 'planning' | 'ready' | 'sending' | 'done' | 'partial' | 'nothing-to-do' | 'interrupted' | 'stopped'

/**
 * What is to be done with a run, which says which ones it can be done with: `resume` one that has something left to send, `undo` one of which the service
 * has accepted something or may have, `verify` one of which it has accepted nights to come or may have, `mark` one that has set nights of a hotel, `stop` one that is at work, `show` any.
 */
export type RunPurpose = 'show' | 'resume' | 'undo' | 'verify' | 'mark' | 'stop'

export interface RunFile {
  /** As the person typed it. */
  name: string
  bytes?: number
  sha256?: string
  /** When it was last written, epoch milliseconds; absent for standard input. */
  modifiedAt?: number
}

/** Counts of a run's batches or nights by fate. */
export interface FateCounts {
  planned: number
  acknowledged: number
  rejected: number
  /** Given up with a refusal that was not theirs alone; present where there are any. */
  untried?: number
  /** Without a fate: a resumed run sends them. */
  left: number
  /** Those left for which a request went out and brought no usable answer: the service may have applied them. */
  unanswered: number
}

export interface RunRecord {
  id: number
  target: Target
  kind: string
  state: RunState
  /** Epoch milliseconds. */
  createdAt: number
  startedAt?: number
  endedAt?: number
  files: RunFile[]
  /** The flags of the command, no secrets. */
  command: Record<string, unknown>
  /** Names and conventions its requests are written with. */
  wire: Record<string, unknown>
  /** Totals of the plan. */
  plan?: Record<string, unknown>
  /** Why it ended early: code, message. */
  fault?: { code: string; message: string }
  /** Those with an end on record; where `wasCut`, more may have left. */
  requests: number
  extraRequests: number
  elapsedMs: number
  /** Its process ended in the middle of sending, so what is left may have been sent. */
  wasCut: boolean
  /** A batch counts as rejected when any of its entries was. */
  batches: FateCounts
  nights: FateCounts
}

/** What a later plan asks about a run. */
export type AppliedRun = Pick<RunRecord, 'id' | 'createdAt' | 'files' | 'command'> & { plan: Record<string, unknown> }

/** What was not checked before a run was sent, such as rooms that the service did not list when it was asked. */
export function uncheckedOf(run: Pick<RunRecord, 'command'> | undefined): readonly string[] {
  const kept = run?.command['unchecked']
  return Array.isArray(kept) ? kept.filter((line) => typeof line === 'string') : []
}

type NewRun = Pick<RunRecord, 'target' | 'kind' | 'command' | 'wire'> & { files: readonly RunFile[] }

type RunRow = Pick<RunRecord, 'id' | 'kind' | 'state' | 'createdAt' | 'requests' | 'extraRequests' | 'elapsedMs'> &
  Target &
  Record<'files' | 'command' | 'wire', string> &
  Record<'plan' | 'fault', string | null> &
  Record<'startedAt' | 'endedAt', number | null> & { wasCut: number }

/** What a run ends with whose process was killed. */
const CUT = { code: 'INTERRUPTED', message: 'Its process ended in the middle of sending.' }

/** Whether a run ended because its process did, and not of its own accord: a resume of it may have ended otherwise since. */
export function endedWithItsProcess({ state, wasCut, fault }: Pick<RunRecord, 'state' | 'wasCut' | 'fault'>): boolean {
  return state === 'interrupted' && wasCut && fault?.message === CUT.message
}

const ABANDONED_AFTER_MS = 86_400_000
const SELECT_RUN =
  'SELECT run.id AS id, profile, service, kind, state, created_at AS createdAt, started_at AS startedAt, ended_at AS endedAt, files, command, wire, plan, fault, requests, extra_requests AS extraRequests, elapsed_ms AS elapsedMs, was_cut AS wasCut FROM run JOIN target ON target.id = run.target'

/** Something that was sent without a usable answer, or may have been as its process ended. */
const HAS_UNANSWERED =
  "EXISTS (SELECT 1 FROM piece WHERE piece.run = run.id AND piece.state = 0 AND run.started_at IS NOT NULL AND (piece.unanswered_at IS NOT NULL OR run.was_cut = 1 OR run.state = 'sending'))"
const HAS_PIECE = 'EXISTS (SELECT 1 FROM piece WHERE piece.run = run.id AND piece.state ='
const USABLE: Record<RunPurpose, string> = {
  show: 'TRUE',
  resume: `state <> 'planning' AND ${HAS_PIECE} 0)`,
  undo: `${HAS_PIECE} 1) OR ${HAS_UNANSWERED}`,
  verify: `EXISTS (SELECT 1 FROM piece JOIN batch USING (run, seq) WHERE piece.run = run.id AND batch.last_night >= ?3 AND (piece.state = 1 OR piece.unanswered_at IS NOT NULL OR (piece.state = 0 AND run.started_at IS NOT NULL AND (run.was_cut = 1 OR run.state = 'sending'))))`,
  mark: 'EXISTS (SELECT 1 FROM before WHERE before.run = run.id AND before.hotel = ?3)',
  stop: "state IN ('planning', 'ready', 'sending')",
}

/** Runs by number: what was planned from which files, and how it ended. */
export class RunRecords {
  constructor(private readonly database: Database) {}

  /** The journal's number of a target; undefined where it has none and `create` is not set. */
  targetId(target: Target, options: { create: boolean }): number | undefined {
    const find = () =>
      this.database.get<{ id: number }>(
        'SELECT id FROM target WHERE service = ? AND profile = ?',
        target.service,
        target.profile,
      )?.id
    const known = find()
    if (known !== undefined || !options.create) return known
    this.database.run(
      'INSERT INTO target (service, profile) VALUES (?, ?) ON CONFLICT DO NOTHING',
      target.service,
      target.profile,
    )
    return find()
  }

  /** The journal's numbers of a service, one per profile that reached it. */
  targetsOf(service: string): number[] {
    return this.database.all<{ id: number }>('SELECT id FROM target WHERE service = ?', service).map(({ id }) => id)
  }

  /** A new run in state `planning`; returns its number. */
  create(run: NewRun): number {
    const target = this.targetId(run.target, { create: true }) as number
    return this.database.run(
      "INSERT INTO run (target, kind, state, created_at, files, command, wire) VALUES (?, ?, 'planning', ?, ?, ?, ?)",
      target,
      run.kind,
      Date.now(),
      JSON.stringify(run.files),
      JSON.stringify(run.command),
      JSON.stringify(run.wire),
    ).lastInsertRowid
  }

  planned(run: number, plan: Record<string, unknown>, state: 'ready' | 'nothing-to-do'): void {
    this.database.run('UPDATE run SET plan = ?, state = ? WHERE id = ?', JSON.stringify(plan), state, run)
  }

  /** Replaces the flags that a run keeps; no secrets. */
  keepCommand(run: number, command: Record<string, unknown>): void {
    this.database.run('UPDATE run SET command = ? WHERE id = ?', JSON.stringify(command), run)
  }

  /** Notes that a person has agreed to send a planned run, or had done so beforehand. */
  agreed(run: number): void {
    this.database.run("UPDATE run SET command = json_set(command, '$.agreed', json('true')) WHERE id = ?", run)
  }

  /** Notes what was not checked before a run was sent; what an earlier part of it went out without stays on record. */
  wentUnchecked(run: number, lines: Iterable<string>): void {
    const found = [...new Set([...uncheckedOf(this.find(run)), ...lines])]
    if (found.length > 0)
      this.database.run(
        "UPDATE run SET command = json_set(command, '$.unchecked', json(?)) WHERE id = ?",
        JSON.stringify(found),
        run,
      )
  }

  discard(run: number): void {
    this.database.run('DELETE FROM run WHERE id = ?', run)
  }

  /** Removes runs whose planning was cut short long ago; a plan takes minutes at most. */
  discardAbandoned(): void {
    this.database.run("DELETE FROM run WHERE state = 'planning' AND created_at < ?", Date.now() - ABANDONED_AFTER_MS)
  }

  started(run: number): void {
    this.database.run(
      "UPDATE run SET was_cut = max(was_cut, state = 'sending'), state = 'sending', started_at = coalesce(started_at, ?1), resumed_at = ?1, ended_at = NULL, fault = NULL WHERE id = ?2",
      Date.now(),
      run,
    )
    this.database.run(
      'UPDATE piece SET problem = NULL, settled_at = NULL WHERE run = ? AND state = 0 AND settled_at IS NOT NULL',
      run,
    )
  }

  ended(run: number, state: RunState, elapsedMs: number, fault?: Fault): void {
    this.database.run(
      'UPDATE run SET state = ?, ended_at = ?, elapsed_ms = elapsed_ms + ?, fault = ? WHERE id = ?',
      state,
      Date.now(),
      Math.round(elapsedMs),
      fault === undefined ? null : JSON.stringify({ code: fault.code, message: fault.message }),
      run,
    )
  }

  /** Runs on record as being sent: by a process that is at work, or was killed. */
  sending(): { id: number; service: string; kind: string }[] {
    return this.database.all(
      "SELECT run.id AS id, service, kind FROM run JOIN target ON target.id = run.target WHERE state = 'sending'",
    )
  }

  /** Its process was killed in the middle of sending: it ended with the last answer that is on record, and what may have been under way is in doubt. */
  cut(run: number): void {
    this.database.transaction(() => {
      const ended = this.database.get<{ ended_at: number }>(
        `UPDATE run SET state = 'interrupted', was_cut = 1, sender = NULL, stop_asked_at = NULL, ended_at = last.at, elapsed_ms = elapsed_ms + max(0, last.at - coalesce(resumed_at, last.at)), fault = ?2
         FROM (SELECT coalesce(max(max(coalesce(settled_at, 0), coalesce(unanswered_at, 0), coalesce((SELECT resumed_at FROM run WHERE id = ?1), 0))), 0) AS at FROM piece WHERE run = ?1) AS last
         WHERE id = ?1 AND state = 'sending' RETURNING ended_at`,
        run,
        JSON.stringify(CUT),
      )
      if (ended !== undefined) doubtInFlight(this.database, run, ended.ended_at)
    })
  }

  countRequests(run: number, requests: number, extra: number): void {
    this.database.run(
      'UPDATE run SET requests = requests + ?, extra_requests = extra_requests + ? WHERE id = ?',
      requests,
      extra,
      run,
    )
  }

  /** Newest first. */
  list(target: Target | undefined, limit: number): RunRecord[] {
    const rows =
      target === undefined
        ? this.database.all<RunRow>(`${SELECT_RUN} ORDER BY run.id DESC LIMIT ?`, limit)
        : this.database.all<RunRow>(
            `${SELECT_RUN} WHERE service = ? AND profile = ? ORDER BY run.id DESC LIMIT ?`,
            target.service,
            target.profile,
            limit,
          )
    return rows.map((row) => this.#record(row))
  }

  /** Runs of a target and kind that the service has accepted something of, newest first, as far as a later plan asks about them. */
  *applied(target: Target, kind: string): Iterable<AppliedRun> {
    const rows = this.database.iterate<Pick<RunRow, 'id' | 'createdAt' | 'files' | 'command' | 'plan'>>(
      `${SELECT_RUN} WHERE service = ? AND profile = ? AND kind = ?
         AND (state IN ('done', 'partial', 'nothing-to-do') OR EXISTS (SELECT 1 FROM piece WHERE piece.run = run.id AND piece.state = 1)) ORDER BY run.id DESC`,
      target.service,
      target.profile,
      kind,
    )
    for (const { id, createdAt, files, command, plan } of rows) {
      yield {
        id,
        createdAt,
        files: JSON.parse(files) as RunFile[],
        command: JSON.parse(command) as Record<string, unknown>,
        plan: JSON.parse(plan ?? '{}') as Record<string, unknown>,
      }
    }
  }

  find(id: number): RunRecord | undefined {
    const row = this.database.get<RunRow>(`${SELECT_RUN} WHERE run.id = ?`, id)
    return row && this.#record(row)
  }

  /** The newest run of a target that can be used for this. `of`: the first night to come for `verify`, the hotel for `mark`. */
  newest(target: Target, purpose: RunPurpose, of?: number | string): RunRecord | undefined {
    const row = this.database.get<RunRow>(
      `${SELECT_RUN} WHERE service = ?1 AND profile = ?2 AND (${USABLE[purpose]}) ORDER BY run.id DESC LIMIT 1`,
      target.service,
      target.profile,
      ...(of === undefined ? [] : [of]),
    )
    return row && this.#record(row)
  }

  /** Later runs of the same target and kind that sent cells of hotels this run still has to send, and were not refused; those that were pruned as far as their cells still stand. */
  later(id: number): { run: number; hotels: string[] }[] {
    const rows = this.database.all<{ run: number; hotel: string }>(
      `WITH mine AS (SELECT target, kind FROM run WHERE id = ?1),
            open AS (SELECT DISTINCT batch.hotel FROM piece JOIN batch USING (run, seq) WHERE piece.run = ?1 AND piece.state = 0)
       SELECT DISTINCT piece.run AS run, batch.hotel AS hotel
       FROM run JOIN mine USING (target, kind) JOIN piece ON piece.run = run.id JOIN batch ON batch.run = piece.run AND batch.seq = piece.seq
       WHERE run.id > ?1 AND (piece.state = 1 OR piece.unanswered_at IS NOT NULL) AND batch.hotel IN open
       UNION SELECT known.run, known.hotel FROM known JOIN mine USING (target, kind) JOIN pruned ON pruned.run = known.run
       WHERE known.run > ?1 AND known.hotel IN open ORDER BY 1, 2`,
      id,
    )
    const hotels = new Map<number, string[]>()
    for (const { run, hotel } of rows) hotels.set(run, [...(hotels.get(run) ?? []), hotel])
    return [...hotels].map(([run, codes]) => ({ run, hotels: codes }))
  }

  /** Runs that have undone something of this one. */
  undoneBy(id: number): number[] {
    return this.database
      .all<{ id: number }>(
        `SELECT id FROM run WHERE id > ?1 AND json_extract(command, '$.undo') = ?1 AND ${HAS_PIECE} 1) ORDER BY id`,
        id,
      )
      .map((run) => run.id)
  }

  #record({ profile, service, files, command, wire, plan, fault, wasCut, ...row }: RunRow): RunRecord {
    return {
      ...withoutNulls(row),
      target: { profile, service },
      files: JSON.parse(files) as RunFile[],
      command: JSON.parse(command) as Record<string, unknown>,
      wire: JSON.parse(wire) as Record<string, unknown>,
      ...(plan !== null && { plan: JSON.parse(plan) as Record<string, unknown> }),
      ...(fault !== null && { fault: JSON.parse(fault) as { code: string; message: string } }),
      wasCut: wasCut === 1 || row.state === 'sending',
      batches: this.#batchCounts(row.id),
      nights: this.#nightCounts(row.id),
    }
  }

  #batchCounts(run: number): FateCounts {
    return countsOf(
      this.database.get<FateCounts>(
        `SELECT count(*) AS planned, coalesce(sum(low = 1 AND high = 1), 0) AS acknowledged, coalesce(sum(refused), 0) AS rejected,
              coalesce(sum(high = 3 AND NOT refused), 0) AS untried,
              coalesce(sum(low = 0 AND high < 2), 0) AS left, coalesce(sum(low = 0 AND high < 2 AND doubt), 0) AS unanswered
       FROM (SELECT min(state) AS low, max(state) AS high, max(state = 2) AS refused, max(state = 0 AND unanswered_at IS NOT NULL) AS doubt FROM piece WHERE run = ? GROUP BY seq)`,
        run,
      ),
    )
  }

  #nightCounts(run: number): FateCounts {
    return countsOf(
      this.database.get<FateCounts>(
        `SELECT coalesce(sum(nights), 0) AS planned, coalesce(sum(nights) FILTER (WHERE state = 1), 0) AS acknowledged,
              coalesce(sum(nights) FILTER (WHERE state = 2), 0) AS rejected, coalesce(sum(nights) FILTER (WHERE state = 3), 0) AS untried,
              coalesce(sum(nights) FILTER (WHERE state = 0), 0) AS left,
              coalesce(sum(nights) FILTER (WHERE state = 0 AND unanswered_at IS NOT NULL), 0) AS unanswered
       FROM piece WHERE run = ?`,
        run,
      ),
    )
  }
}

function countsOf(row: FateCounts | undefined): FateCounts {
  const { untried = 0, ...counts } = row as FateCounts
  return untried === 0 ? counts : { ...counts, untried }
}
