import { align, append, type NightFields, overlayFields, type Segment, withoutFields } from '../../calendar/index.js'
import { doubtsOf } from '../../journal/index.js'
import { isEqualValue, withPartners } from '../merge/index.js'
import type { SetFields } from './accepted-back.js'
import { besideLater, namesIn, unsureOf } from './later-doubts.js'
import { oneValueWith } from './one-value.js'
import { noteNotUndone, type NotUndone, type Restoring } from './undo-plan.js'

/** What is known of a room and plan: what the run set and what was there before it, what is held now, and what others have set since. */
interface Around {
  ran: readonly Segment<SetFields>[]
  held: readonly Segment<NightFields>[]
  laidSince: readonly Segment<ReadonlySet<string>>[]
}

/** What brings back the cells that a run sent without a usable answer: the service may hold them, so what it had acknowledged is sent again. */
export function unansweredBack(
  place: Pick<NotUndone, 'hotel' | 'room' | 'plan'>,
  { ran, held, laidSince }: Around,
  { kind, plan, overLater, run, doubts, laterDoubts, earlier }: Restoring,
): Segment<NightFields>[] {
  const back: Segment<NightFields>[] = []
  const was = beforeRun(ran, held)
  // A room that follows the cells for all rooms is told with those.
  const isTold = doubts.some((one) => one.room === place.room && one.plan === place.plan)
  const own = namesIn(ran.map(({ value, ...span }) => ({ ...span, value: value.set })))
  align(
    besideLater(
      besideLater(
        besideLater(
          besideLater(doubtsOf(doubts, place.room, place.plan), unsureOf(was, earlier, place)),
          laterDoubts.of(doubts, place),
        ),
        laidSince,
      ),
      own,
    ),
    was,
    (from, until, both, before = {}) => {
      if (both === undefined) return
      const {
        value: {
          value: {
            value: { value: sent, later: unsure },
            later: doubtedSince,
          },
          later: laid,
        },
        later: ownSet,
      } = both
      const names = Object.keys(sent).filter((name) => sent[name]?.some((one) => one.run === run))
      if (names.length === 0) return
      const anyOf = (holds: (name: string) => boolean) => (name: string) => oneValueWith(name, kind).some(holds)
      const isTouched = (name: string): boolean => doubtedSince.has(name) || laid.has(name)
      const touched = names.filter(anyOf(isTouched))
      const open = overLater ? names : names.filter((name) => !touched.includes(name))
      // What stands beside a field that the run did not send is the earlier one only where no later run may have set it.
      const isUnknown = (name: string): boolean =>
        names.includes(name) || ownSet.has(name) ? before[name] === undefined : isTouched(name)
      const isGuess = anyOf((name) => isUnknown(name) || unsure.has(name))
      const isOther = (name: string): boolean =>
        sent[name]?.some(({ value }) => !isEqualValue(value, before[name])) === true
      const known = open.filter((name) => !isGuess(name))
      const unknown = open.filter((name) => isUnknown(name) || (isOther(name) && anyOf(isUnknown)(name)))
      const doubted = open.filter(
        (name) => !unknown.includes(name) && (unsure.has(name) || (isOther(name) && isGuess(name))),
      )
      if (isTold && doubted.length > 0)
        plan.unsureNights += noteNotUndone(plan.unsure, { ...place, from, until, fields: doubted })
      const told = overLater ? touched.filter((name) => known.includes(name)) : touched
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

/** What was there before a run, as far as it is known: of what it has set itself that is what it overwrote, not its own value. */
function beforeRun(ran: readonly Segment<SetFields>[], held: readonly Segment<NightFields>[]): Segment<NightFields>[] {
  const of = (part: 'set' | 'was'): Segment<NightFields>[] =>
    ran.map(({ value, ...span }) => ({ ...span, value: value[part] }))
  return overlayFields(withoutFields(held, of('set')), of('was'))
}
