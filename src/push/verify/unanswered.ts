import { type NightFields, overlayFields } from '../../calendar/index.js'
import {
  type DoubtfulSeries,
  doubtsOf,
  type Journal,
  type KnownSeries,
  plainRanges,
  type RunRecord,
  type Target,
  withRunLock,
} from '../../journal/index.js'
import type { SampledCell } from '../after/index.js'
import type { Comparison, KnownRoom } from './compare-cell.js'

/** Nights that a run sent without a usable answer, by what the service sells on them now. */
export interface UnansweredTally {
  nights: number
  compared: number
  arrived: number
  notArrived: number
  /** What the service sells fits both values or neither, or cannot be compared. */
  open: number
  /** Nights that count as acknowledged from now on: those of parts of the run that arrived whole. */
  settled: number
  /** Fields of arrived nights that the answers do not show, with their nights. */
  notCompared: { field: string; nights: number }[]
}

interface UnansweredInput {
  journal: Journal
  target: Target
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
export async function verifyUnanswered({
  journal,
  target,
  run,
  sample,
  today,
  known,
  compare,
}: UnansweredInput): Promise<UnansweredTally> {
  const tally: UnansweredTally = {
    nights: 0,
    compared: 0,
    arrived: 0,
    notArrived: 0,
    open: 0,
    settled: 0,
    notCompared: [],
  }
  const doubts = new Map<string, DoubtfulSeries[]>()
  const proven: UnansweredPiece[] = []
  const notShown = new Map<string, number>()
  for (const piece of journal.doubts.pieces(run.id)) {
    const { hotel } = piece
    const sent = doubts.get(hotel) ?? journal.unacknowledged(target, run.kind, hotel)
    doubts.set(hotel, sent)
    let isProven = true
    for (const cell of cellsOf(journal, run, piece)) {
      const own = fieldsAt(sent, cell)
      // Past nights cannot be asked about, and what was acknowledged since is nobody's doubt.
      if (
        cell.night < today ||
        own === undefined ||
        !Object.values(own).some((values) => values.some((one) => one.run === run.id))
      ) {
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
      const [asSent, asBefore] = [ofWhatWasSent(await compare(cell, after), own, run.id), await compare(cell, before)]
      const isLast = Object.values(own).every((values) => values.at(-1)?.run === run.id)
      const fate = judgeDoubt(asSent, asBefore)
      tally[fate] += 1
      const untested = fate === 'arrived' && asSent.verdict === 'same' ? asSent.untested : []
      for (const field of untested) notShown.set(field, (notShown.get(field) ?? 0) + 1)
      isProven &&= fate === 'arrived' && untested.length === 0 && isLast
    }
    if (isProven) proven.push(piece)
  }
  tally.notCompared = [...notShown].map(([field, nights]) => ({ field, nights }))
  if (proven.length > 0) tally.settled = await settle(journal, run, proven)
  return tally
}

/** What other runs have set there is not what this one sent. */
function ofWhatWasSent(found: Comparison, own: SentFields, run: number): Comparison {
  return found.verdict === 'same'
    ? { ...found, untested: found.untested.filter((name) => own[name]?.some((one) => one.run === run)) }
    : found
}

/**
 * What became of a night that was sent without a usable answer. The service sells it as it was sent, in all that was sent of it: it arrived. Where only a part
 * is shown, or the room is just not on offer, that must differ from what was before. It did not arrive where what was before is still sold; a value that is neither may be anybody's.
 */
function judgeDoubt(asSent: Comparison, asBefore: Comparison): 'arrived' | 'notArrived' | 'open' {
  if (asSent.verdict === 'same')
    return (asSent.untested.length === 0 && asSent.isAbsent !== true) || asBefore.verdict === 'drift'
      ? 'arrived'
      : 'open'
  if (asSent.verdict !== 'drift') return 'open'
  return asBefore.verdict === 'same' ? 'notArrived' : 'open'
}

type SentFields = DoubtfulSeries['segments'][number]['value']

function* cellsOf(
  journal: Journal,
  run: RunRecord,
  { seq, hotel, fromEntry, untilEntry }: UnansweredPiece,
): Iterable<SampledCell> {
  for (const series of journal.batches.cells(run.id, seq).part(fromEntry, untilEntry).unpack().series) {
    for (const { from, until } of plainRanges(series))
      for (let night = from; night < until; night += 1) yield { hotel, room: series.room, plan: series.plan, night }
  }
}

function fieldsAt(sent: readonly DoubtfulSeries[], { room, plan, night }: SampledCell): SentFields | undefined {
  return doubtsOf(sent, room, plan).find(({ from, until }) => from <= night && night < until)?.value
}

/** What would stand at the service if everything that the run sent had arrived. */
function withSent(
  known: readonly KnownSeries[],
  sent: readonly DoubtfulSeries[],
  room: string,
  run: number,
): KnownSeries[] {
  const plans = new Set([...known, ...sent].map(({ plan }) => plan))
  return [...plans].map((plan) => {
    const laid = doubtsOf(sent, room, plan).map(({ from, until, value }) => ({ from, until, value: ofRun(value, run) }))
    return {
      room,
      plan,
      segments: overlayFields(known.find((one) => one.plan === plan)?.segments ?? [], laid),
    }
  })
}

function ofRun(sent: SentFields, run: number): NightFields {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, values]) =>
      values.filter((one) => one.run === run).map(({ value }) => [name, value] as const),
    ),
  )
}

/** Puts on record that these parts are at the service. */
function settle(journal: Journal, run: RunRecord, pieces: readonly UnansweredPiece[]): Promise<number> {
  const { id, kind, target } = run
  return withRunLock(
    journal,
    { service: target.service, kind },
    `the verification of run ${id} by process ${process.pid}`,
    () => {
      const before = journal.getRun(id)?.nights.acknowledged ?? 0
      const owner = { target: journal.runs.targetId(target, { create: true }) as number, kind }
      journal.batches.settle(
        owner,
        pieces.map(({ seq, hotel, fromEntry, untilEntry }) => ({
          hotel,
          cells: journal.batches.cells(id, seq),
          settlement: { piece: { run: id, seq, fromEntry, untilEntry, isSuspect: false }, fate: 'acknowledged' },
        })),
      )
      const nights = journal.getRun(id)?.nights
      if (nights?.left === 0)
        journal.runs.ended(id, nights.rejected + (nights.untried ?? 0) > 0 ? 'partial' : 'done', 0)
      return Promise.resolve((nights?.acknowledged ?? 0) - before)
    },
  )
}
