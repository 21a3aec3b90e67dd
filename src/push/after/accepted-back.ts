import {
  align,
  append,
  type NightFields,
  overlay,
  overlayFields,
  type Segment,
  withoutFields,
} from '../../calendar/index.js'
import type { BeforeImage } from '../../journal/index.js'
import { isEqualValue, withPartners } from '../merge/index.js'
import { besideLater, unsureOf } from './later-doubts.js'
import type { SetSince } from './settled-since.js'
import { noteNotUndone } from './unanswered-back.js'
import type { NotUndone, Restoring } from './undo-plan.js'

/** What a run set, and what was there before it. */
interface SetFields {
  set: NightFields
  was: NightFields
  /** Those that it sent without an answer, and that another run has set since. */
  since: ReadonlySet<string>
}

const NO_FIELDS: ReadonlySet<string> = new Set()

/** The layers of a run on a room and plan, and what of it was sent without an answer and set by others since. */
export function beforeAndSet(
  layers: readonly BeforeImage[],
  since: readonly SetSince['segments'][],
): Segment<SetFields>[] {
  // What the run left behind is its last layer; what was there before it, the picture under its first one.
  let after: Segment<NightFields>[] = []
  let before: Segment<NightFields>[] = []
  for (const { before: under, laid } of layers) {
    before = overlay(before, withoutFields(under, after), (first, later) => ({ ...later, ...first }))
    after = overlayFields(after, laid)
  }
  const accepted: Segment<SetFields>[] = []
  align(after, before, (from, until, set, was) => {
    if (set !== undefined) append(accepted, from, until, { set, was: was ?? {}, since: NO_FIELDS })
  })
  return since.reduce(
    (all, segments) =>
      overlay(
        all,
        segments.map(({ value: { sent, was }, ...span }) => ({
          ...span,
          value: { set: sent, was, since: new Set(Object.keys(sent)) },
        })),
        // What was acknowledged as well is told by what the run overwrote itself.
        (own, more) => ({
          set: { ...more.set, ...own.set },
          was: { ...withoutNames(more.was, own.set), ...own.was },
          since: new Set([...own.since, ...[...more.since].filter((name) => own.set[name] === undefined)]),
        }),
      ),
    accepted,
  )
}

function withoutNames(fields: NightFields, gone: NightFields): NightFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => gone[name] === undefined))
}

/** What brings back the cells that a run has set. */
export function acceptedBack(
  place: Pick<NotUndone, 'hotel' | 'room' | 'plan'>,
  withBefore: readonly Segment<SetFields>[],
  held: readonly Segment<NightFields>[],
  { kind, plan, overLater, wasUndone, doubts, laterDoubts, earlier }: Restoring,
): Segment<NightFields>[] {
  const result: Segment<NightFields>[] = []
  const before = withBefore.map(({ value, ...span }) => ({ ...span, value: value.was }))
  const unsureFields = unsureOf(before, earlier, place)
  const found = besideLater(besideLater(withBefore, unsureFields), laterDoubts.of(doubts, place))
  align(found, held, (from, until, one, now = {}) => {
    if (one === undefined) return
    const {
      value: {
        value: { set, was, since },
        later: unsure,
      },
      later: sent,
    } = one
    const names = Object.keys(set)
    // What the other run set over a lost answer is its own, even where it is the same; where it is what was there before, nothing has changed at all.
    const isOverwritten = (name: string): boolean => since.has(name) && !isEqualValue(was[name], set[name])
    const later = names.filter((name) => sent.has(name) || isOverwritten(name) || !isEqualValue(now[name], set[name]))
    const isOther = (name: string): boolean =>
      was[name] !== undefined && (sent.has(name) || !isEqualValue(was[name], now[name]))
    const open = overLater ? names : names.filter((name) => !later.includes(name))
    const unknown = open.filter((name) => was[name] === undefined)
    // Over later runs only what there is to put back is restored; the rest is told as unknown. What an earlier undo of the run has put back is left by nobody.
    const differs = later.filter(isOther)
    const told = overLater
      ? differs
      : wasUndone
        ? later.filter((name) => was[name] === undefined || differs.includes(name))
        : later
    if (told.length > 0) plan.laterNights += noteNotUndone(plan.later, { ...place, from, until, fields: told })
    if (told.some((name) => sent.has(name))) plan.laterUnanswered += until - from
    if (unknown.length > 0)
      plan.unknownNights += noteNotUndone(plan.unknown, { ...place, from, until, fields: unknown })
    const doubted = open.filter((name) => was[name] !== undefined && unsure.has(name))
    if (doubted.length > 0) plan.unsureNights += noteNotUndone(plan.unsure, { ...place, from, until, fields: doubted })
    const back = open.filter((name) => isOther(name) && !unsure.has(name))
    const beside = { ...now, ...was }
    if (back.length > 0)
      result.push({
        from,
        until,
        value: Object.fromEntries(withPartners(back, kind, beside).map((name) => [name, beside[name] as string])),
      })
  })
  return result
}
