import {
  align,
  CodedSets,
  type NightFields,
  overlay,
  overlayFields,
  type Segment,
  withinFields,
} from '../../calendar/index.js'
import type { Kind } from '../../files/index.js'
import type { BeforeImage, Journal, KnownSeries, RunRecord } from '../../journal/index.js'
import { addChanges, countChanges, LargestMoves } from '../changes/index.js'
import { countValues, isEqualValue, type MergedHotel, type MergedRange, withPartners } from '../merge/index.js'
import { journalRecord, noRecord, nothingPlanned, type Plan } from '../plan/index.js'
import { fillBatches, type RequestBounds, RequestWriter, type ValuesOf, wireNames } from '../requests/index.js'
import { acceptedBack, beforeAndSet } from './accepted-back.js'
import { LaterDoubts, namesIn } from './later-doubts.js'
import { unansweredBack } from './unanswered-back.js'
import { type LaterRuns, SetLater } from './set-later.js'
import { type SetSince, setSince } from './settled-since.js'
import type { Restoring, UndoPlan } from './undo-plan.js'

interface UndoInput {
  journal: Journal
  run: RunRecord
  kind: Kind
  options: RequestBounds & {
    end: 'inclusive' | 'exclusive'
    fieldName(path: string, list?: string): string
    valuesOf?: ValuesOf
    /** Put back also what later runs have set since. */
    overLater: boolean
  }
  /** False for a dry run. */
  persist: boolean
  /** How the run is to be sent, kept with it. */
  limits?: Record<string, unknown>
}

const HOTELS_KEPT = 1000

/** Plans the requests that put back what was acknowledged before a run. What is not known is not guessed. */
export function planUndo({ journal, run, kind, options, persist, limits }: UndoInput): UndoPlan {
  const plan: UndoPlan = {
    ...nothingPlanned(),
    isSendable: true,
    rows: 0,
    badRows: 0,
    bad: [],
    isOverLater: options.overLater,
    laterNights: 0,
    later: [],
    laterUnanswered: 0,
    unknownNights: 0,
    unknown: [],
    unsureNights: 0,
    unsure: [],
    unansweredNights: 0,
    unansweredLeft: 0,
  }
  const target = journal.runs.targetId(run.target, { create: true }) as number
  const wire = wireNames(kind, options.fieldName, options.end, options.valuesOf)
  const writer = new RequestWriter(wire)
  const record = persist
    ? journalRecord(journal, {
        target: run.target,
        kind: kind.name,
        files: [],
        command: { undo: run.id, overLater: options.overLater, ...(limits === undefined ? {} : { limits }) },
        wire,
      })
    : noRecord
  const moves = new LargestMoves()
  const wasUndone = journal.runs.undoneBy(run.id).length > 0
  try {
    const unanswered = new Set(journal.doubts.pieces(run.id).map(({ hotel }) => hotel))
    const doubtful = journal.doubts.hotels({ target, kind: kind.name })
    const laterDoubts = new LaterDoubts(journal, run.id)
    for (const hotel of new Set([...journal.before.hotels(run.id), ...unanswered])) {
      const owner = { target, kind: kind.name, hotel }
      const known = journal.known.series(owner)
      const doubts = doubtful.has(hotel) ? journal.doubts.series(owner) : []
      const merged = restored(hotel, journal.before.of(run.id, hotel), known, {
        kind,
        plan,
        overLater: options.overLater,
        run: run.id,
        wasUndone,
        doubts,
        laterDoubts,
        setLater: new SetLater(journal, run.id, journal.before.since(owner, run.id)),
        since: unanswered.has(hotel)
          ? setSince(journal.doubts.settled(owner, run.id, known), (by) => journal.before.of(by, hotel))
          : [],
        earlier: doubtful.has(hotel) ? journal.doubts.series(owner, run.id) : [],
      })
      if (merged.series.length === 0) continue
      const changes = countChanges(merged, known, moves)
      const part = {
        hotel,
        nights: 0,
        unchanged: 0,
        values: countValues(merged),
        unchangedValues: 0,
        ranges: 0,
        requests: 0,
        firstNight: Infinity,
        lastNight: -Infinity,
        changes,
      }
      for (const batch of fillBatches(merged, writer, options)) {
        part.requests += 1
        part.ranges += batch.entries
        part.nights += batch.nights
        part.firstNight = Math.min(part.firstNight, batch.firstNight)
        part.lastNight = Math.max(part.lastNight, batch.lastNight)
        plan.bytes += batch.bytes
        record.add(batch)
      }
      count(plan, part)
    }
    plan.moves = moves.list()
    const {
      bad: _bad,
      perHotel: _perHotel,
      moves: _moves,
      later: _later,
      unknown: _unknown,
      unsure: _unsure,
      isOverLater: _isOverLater,
      ...totals
    } = plan
    const runId = record.complete(totals)
    return runId === undefined ? plan : { ...plan, runId }
  } catch (error) {
    record.discard()
    throw error
  }
}

function count(plan: UndoPlan, part: Plan['perHotel'][number]): void {
  plan.hotels += 1
  plan.nights += part.nights
  plan.values += part.values
  plan.ranges += part.ranges
  plan.requests += part.requests
  addChanges(plan.changes, part.changes)
  plan.firstNight = Math.min(plan.firstNight ?? Infinity, part.firstNight)
  plan.lastNight = Math.max(plan.lastNight ?? -Infinity, part.lastNight)
  if (plan.perHotel.length < HOTELS_KEPT) plan.perHotel.push(part)
}

/** The cells that bring a hotel back to what it was. Cells for all rooms come first, those of single rooms lie over them. */
function restored(
  hotel: string,
  images: readonly BeforeImage[],
  known: readonly KnownSeries[],
  how: Restoring,
): MergedHotel {
  const sets = new CodedSets(how.kind.fields.map(({ name }) => name))
  const merged: MergedHotel = {
    hotel,
    sets,
    series: [],
    contradictions: [],
    doubtful: new Map(),
    replaced: [],
    repeated: 0,
  }
  const plans = [...new Set([...images, ...how.doubts, ...how.since].map(({ plan }) => plan))]
  const backOf = (room: string, plan: string): Segment<NightFields>[] => {
    const place = { hotel, room, plan }
    const later = how.setLater.of(place)
    const imagesOf = (name: string): BeforeImage[] =>
      images.filter((image) => image.room === name && image.plan === plan)
    const own = imagesOf(room)
    // A room that was first named after the run had what the run set for all rooms; what nobody has set for it since is told with those.
    const general = room === '' ? [] : imagesOf('')
    const followed = general.map(({ before, laid, ...one }) => ({
      ...one,
      before: withinFields(before, later),
      laid: withinFields(laid, later),
    }))
    const since = how.since.filter((one) => one.room === room && one.plan === plan).map(({ segments }) => segments)
    const held = overlayFields(heldBy(known, '', plan), heldBy(known, room, plan))
    const accepted = acceptedBack(place, beforeAndSet(own, since, followed), held, how)
    if (how.doubts.length === 0) return accepted
    const ran = beforeAndSet(own, since, general)
    return overlayFields(unansweredBack(place, { ran, held, laidSince: besidesOwn(since, later) }, how), accepted)
  }
  const generals = new Map(plans.map((plan) => [plan, backOf('', plan)]))
  const add = (room: string, plan: string, segments: readonly Segment<NightFields>[]): void => {
    const ranges: MergedRange[] = []
    for (const { from, until, value } of segments) {
      const id = sets.idOf(value)
      const last = ranges.at(-1)
      if (last !== undefined && last.until === from && last.value === id) last.until = until
      else ranges.push({ from, until, value: id, sources: [] })
    }
    if (ranges.length > 0) merged.series.push({ room, plan, ranges })
  }
  for (const [plan, general] of generals) add('', plan, general)
  for (const [plan, general] of generals) {
    const rooms = new Set(
      [...images, ...known, ...how.doubts, ...how.since]
        .filter((one) => one.plan === plan && one.room !== '')
        .map(({ room }) => room),
    )
    for (const room of rooms) add(room, plan, besides(general, backOf(room, plan), heldBy(known, room, plan), how.kind))
  }
  return merged
}

/** What others have set since of a room and plan, whether the run had an answer for it or not. */
function besidesOwn(
  since: readonly SetSince['segments'][],
  later: readonly Segment<LaterRuns>[],
): Segment<ReadonlySet<string>>[] {
  return since.reduce(
    (all, segments) =>
      overlay(
        all,
        segments.map(({ value, ...span }) => ({ ...span, value: new Set(Object.keys(value.sent)) })),
        (under, over) => new Set([...under, ...over]),
      ),
    namesIn(later),
  )
}

function heldBy(known: readonly KnownSeries[], room: string, plan: string): readonly Segment<NightFields>[] {
  return known.find((series) => series.room === room && series.plan === plan)?.segments ?? []
}

/** What a room is sent: its own values back, and those it is to keep where cells for all rooms would overwrite them. */
function besides(
  general: readonly Segment<NightFields>[],
  back: readonly Segment<NightFields>[],
  held: readonly Segment<NightFields>[],
  kind: Kind,
): Segment<NightFields>[] {
  const kept: Segment<NightFields>[] = []
  align(general, overlayFields(held, back), (from, until, laid, wanted) => {
    if (laid === undefined || wanted === undefined) return
    const names = withPartners(
      Object.keys(laid).filter((name) => wanted[name] !== undefined && !isEqualValue(wanted[name], laid[name])),
      kind,
      wanted,
    )
    if (names.length > 0)
      kept.push({ from, until, value: Object.fromEntries(names.map((name) => [name, wanted[name] as string])) })
  })
  return overlayFields(kept, back)
}
