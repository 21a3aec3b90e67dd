import { align, append, type NightFields, type Segment } from '../../calendar/index.js'
import { doubtsOf } from '../../journal/index.js'
import { withPartners } from '../merge/index.js'
import { besideLater, unsureOf } from './later-doubts.js'
import type { NotUndone, Restoring } from './undo-plan.js'

const KEPT = 100

/**
 * What brings back the cells that a run sent without a usable answer: the service may hold them, so what it had acknowledged is sent again.
 * @param was what the room and plan held before the run, as far as it is known
 */
export function unansweredBack(
  place: Pick<NotUndone, 'hotel' | 'room' | 'plan'>,
  was: readonly Segment<NightFields>[],
  { kind, plan, overLater, run, doubts, laterDoubts, earlier }: Restoring,
): Segment<NightFields>[] {
  const back: Segment<NightFields>[] = []
  // A room that follows the cells for all rooms is told with those.
  const isTold = doubts.some((one) => one.room === place.room && one.plan === place.plan)
  align(
    besideLater(
      besideLater(doubtsOf(doubts, place.room, place.plan), unsureOf(was, earlier, place)),
      laterDoubts.of(doubts, place),
    ),
    was,
    (from, until, both, before = {}) => {
      if (both === undefined) return
      const {
        value: { value: sent, later: unsure },
      } = both
      const names = Object.keys(sent).filter((name) => sent[name]?.some((one) => one.run === run))
      if (names.length === 0) return
      const touched = names.filter((name) => both.later.has(name))
      const open = overLater ? names : names.filter((name) => !touched.includes(name))
      const known = open.filter((name) => before[name] !== undefined && !unsure.has(name))
      const doubted = open.filter((name) => unsure.has(name))
      if (isTold && doubted.length > 0)
        plan.unsureNights += noteNotUndone(plan.unsure, { ...place, from, until, fields: doubted })
      const unknown = open.filter((name) => before[name] === undefined)
      const told = overLater ? touched.filter((name) => before[name] !== undefined) : touched
      if (isTold && told.length > 0) {
        plan.laterNights += noteNotUndone(plan.later, { ...place, from, until, fields: told })
        plan.laterUnanswered += until - from
      }
      if (isTold && unknown.length > 0) {
        plan.unknownNights += noteNotUndone(plan.unknown, { ...place, from, until, fields: unknown })
        plan.unansweredLeft += until - from
      }
      if (known.length === 0) return
      if (isTold) plan.unansweredNights += until - from
      append(
        back,
        from,
        until,
        Object.fromEntries(withPartners(known, kind, before).map((name) => [name, before[name] as string])),
      )
    },
  )
  return back
}

/** Notes nights that are not undone, runs of them together; returns how many they are. */
export function noteNotUndone(list: NotUndone[], found: NotUndone): number {
  const last = list.at(-1)
  const continues =
    last !== undefined &&
    last.until === found.from &&
    last.hotel === found.hotel &&
    last.room === found.room &&
    last.plan === found.plan &&
    last.fields.join() === found.fields.join()
  if (continues) last.until = found.until
  else if (list.length < KEPT) list.push(found)
  return found.until - found.from
}
