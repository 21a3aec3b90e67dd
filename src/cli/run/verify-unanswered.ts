import type { Command } from '@oclif/core'
import type { SampledCell } from '../../bulk/index.js'
import { type NightFields, overlay } from '../../calendar/index.js'
import { type DoubtfulSeries, doubtsOf, type Journal, type KnownSeries, plainRanges, type RunRecord, withRunLock } from '../../journal/index.js'
import type { Comparison, KnownRoom } from '../compare-cell.js'
import type { ServiceCommand } from '../service-command.js'

/** Nights that a run sent without a usable answer, by what the service sells on them now. */
export interface UnansweredTally {
  nights: number
  compared: number
  arrived: number
  notArrived: number
  /** Both values, or neither, agree with what the service sells. */
  open: number
  /** Nights that count as acknowledged from now on. */
  settled: number
}

export interface UnansweredInput {
  command: ServiceCommand<typeof Command>
  run: RunRecord
  /** Nights to compare at most. */
  sample: number
  today: number
  known: (cell: SampledCell) => (room: string) => KnownRoom
  compare: (cell: SampledCell, known: (room: string) => KnownRoom) => Promise<Comparison>
}

type UnansweredPiece = ReturnType<Journal['doubts']['pieces']>[number]

/**
 * Compares what a run sent without a usable answer with what the service sells: as it was sent, and as it was before. A part of the run of which every value
 * of every night is seen at the service counts as acknowledged from then on.
 */
export async function verifyUnanswered({ command, run, sample, today, known, compare }: UnansweredInput): Promise<UnansweredTally> {
  const [journal, target] = [command.journal(), command.target()]
  const tally: UnansweredTally = { nights: 0, compared: 0, arrived: 0, notArrived: 0, open: 0, settled: 0 }
  const doubts = new Map<string, DoubtfulSeries[]>()
  const proven: UnansweredPiece[] = []
  for (const piece of journal.doubts.pieces(run.id)) {
    const { hotel } = piece
    const sent = doubts.get(hotel) ?? journal.unacknowledged(target, run.kind, hotel)
    doubts.set(hotel, sent)
    let isProven = true
    for (const cell of cellsOf(journal, run, piece)) {
      const own = fieldsAt(sent, cell)
      // Past nights cannot be asked about, and what was acknowledged since is nobody's doubt.
      if (cell.night < today || own === undefined || !Object.values(own).some((values) => values.some((one) => one.run === run.id))) {
        isProven = false
        continue
      }
      tally.nights += 1
      if (tally.compared >= sample) {
        isProven = false
        continue
      }
      tally.compared += 1
      const before = known(cell)
      const after = (room: string): KnownRoom => {
        const was = before(room)
        return { ...was, [run.kind]: withSent(was[run.kind as 'rates' | 'inventory'], sent, room, run.id) }
      }
      const [asSent, asBefore] = [await compare(cell, after), await compare(cell, before)]
      const hasArrived = asSent.verdict === 'same' && asBefore.verdict === 'drift'
      if (hasArrived) tally.arrived += 1
      else if (asBefore.verdict === 'same' && asSent.verdict === 'drift') tally.notArrived += 1
      else tally.open += 1
      isProven &&= asSent.verdict === 'same' && asSent.untested.length === 0 && Object.values(own).every((values) => values.at(-1)?.run === run.id)
    }
    if (isProven) proven.push(piece)
  }
  if (proven.length > 0) tally.settled = await settle(journal, run, proven)
  return tally
}

function* cellsOf(journal: Journal, run: RunRecord, { seq, hotel, fromEntry, untilEntry }: UnansweredPiece): Iterable<SampledCell> {
  for (const series of journal.batches.cells(run.id, seq).part(fromEntry, untilEntry).unpack().series) {
    for (const { from, until } of plainRanges(series)) for (let night = from; night < until; night += 1) yield { hotel, room: series.room, plan: series.plan, night }
  }
}

function fieldsAt(sent: readonly DoubtfulSeries[], { room, plan, night }: SampledCell): DoubtfulSeries['segments'][number]['value'] | undefined {
  return doubtsOf(sent, room, plan).find(({ from, until }) => from <= night && night < until)?.value
}

/** What would stand at the service if everything that the run sent had arrived. */
function withSent(known: readonly KnownSeries[], sent: readonly DoubtfulSeries[], room: string, run: number): KnownSeries[] {
  const plans = new Set([...known, ...sent].map(({ plan }) => plan))
  return [...plans].map((plan) => {
    const laid = doubtsOf(sent, room, plan).map(({ from, until, value }) => ({ from, until, value: ofRun(value, run) }))
    return { room, plan, segments: overlay(known.find((one) => one.plan === plan)?.segments ?? [], laid, (under, over) => ({ ...under, ...over })) }
  })
}

function ofRun(sent: DoubtfulSeries['segments'][number]['value'], run: number): NightFields {
  return Object.fromEntries(Object.entries(sent).flatMap(([name, values]) => values.filter((one) => one.run === run).map(({ value }) => [name, value] as const)))
}

/** Puts on record that these parts are at the service. */
function settle(journal: Journal, run: RunRecord, pieces: readonly UnansweredPiece[]): Promise<number> {
  const { id, kind, target } = run
  return withRunLock(journal, { service: target.service, kind }, `the verification of run ${id} by process ${process.pid}`, () => {
    const before = journal.getRun(id)?.nights.acknowledged ?? 0
    const owner = { target: journal.runs.targetId(target, { create: true }) as number, kind }
    journal.batches.settle(owner, pieces.map(({ seq, hotel, fromEntry, untilEntry }) => ({ hotel, cells: journal.batches.cells(id, seq), settlement: { piece: { run: id, seq, fromEntry, untilEntry, isSuspect: false }, fate: 'acknowledged' } })))
    const nights = journal.getRun(id)?.nights
    if (nights?.left === 0) journal.runs.ended(id, nights.rejected > 0 ? 'partial' : 'done', 0)
    return Promise.resolve((nights?.acknowledged ?? 0) - before)
  })
}
