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
import { besideLater, doubtedBy, namesIn, unsureOf } from './later-doubts.js'
import { oneValueWith } from './one-value.js'
import type { SetSince } from './settled-since.js'
import { noteNotUndone, type NotUndone, type Restoring } from './undo-plan.js'

/** What a run set, and what was there before it. */
export interface SetFields {
  set: NightFields
  was: NightFields
  /** Those that it sent without an answer, and that another run has set since. */
  since: ReadonlySet<string>
}

const NO_FIELDS: ReadonlySet<string> = new Set()

/**
 * The layers of a run on a room and plan, and what of it was sent without an answer and set by others since.
 * @param general the layers of what it set for all rooms, where a room was first named after it
 */
export function beforeAndSet(
  layers: readonly BeforeImage[],
  since: readonly SetSince['segments'][],
  general: readonly BeforeImage[] = [],
): Segment<SetFields>[] {
  const under = [
    picture(general),
    ...since.map((segments) =>
      segments.map(({ value: { sent, was }, ...span }) => ({
        ...span,
        value: { set: sent, was, since: new Set(Object.keys(sent)) },
      })),
    ),
  ]
  // What was acknowledged for the room as well is told by what the run overwrote itself.
  return under.reduce(
    (all, segments) =>
      overlay(all, segments, (own, more) => ({
        set: { ...more.set, ...own.set },
        was: { ...withoutNames(more.was, own.set), ...own.was },
        since: new Set([...own.since, ...[...more.since].filter((name) => own.set[name] === undefined)]),
      })),
    picture(layers),
  )
}

/** What a run left behind is its last layer; what was there before it, the picture under its first one. */
function picture(layers: readonly BeforeImage[]): Segment<SetFields>[] {
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
  return accepted
}

function withoutNames(fields: NightFields, gone: NightFields): NightFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => gone[name] === undefined))
}

/** What brings back the cells that a run has set. A price and its currency are one value: where one of them stays, both do. */
export function acceptedBack(
  place: Pick<NotUndone, 'hotel' | 'room' | 'plan'>,
  withBefore: readonly Segment<SetFields>[],
  held: readonly Segment<NightFields>[],
  { kind, plan, overLater, wasUndone, run, doubts, laterDoubts, setLater, earlier }: Restoring,
): Segment<NightFields>[] {
  const result: Segment<NightFields>[] = []
  const before = withBefore.map(({ value, ...span }) => ({ ...span, value: value.was }))
  // What the run did not set is as it was, so what is held of it counts.
  const unsureFields = unsureOf(overlayFields(clipped(held, withBefore), before), earlier, place)
  const found = besideLater(
    besideLater(
      besideLater(besideLater(withBefore, unsureFields), laterDoubts.of(doubts, place)),
      namesIn(setLater.of(place)),
    ),
    doubtedBy(run, doubts, place),
  )
  align(found, held, (from, until, one, now = {}) => {
    if (one === undefined) return
    const {
      value: {
        value: {
          value: {
            value: { set, was, since },
            later: unsure,
          },
          later: sent,
        },
        later: laid,
      },
      later: ownDoubts,
    } = one
    const names = Object.keys(set)
    const anyOf = (holds: (name: string) => boolean) => (name: string) => oneValueWith(name, kind).some(holds)
    const isOther = (name: string): boolean =>
      was[name] !== undefined && (sent.has(name) || !isEqualValue(was[name], now[name]))
    // What another run has set is its own, even where it is the same.
    const isTouched = (name: string): boolean =>
      sent.has(name) ||
      laid.has(name) ||
      since.has(name) ||
      (set[name] !== undefined && !isEqualValue(now[name], set[name]))
    const isLater = anyOf(isTouched)
    const later = names.filter(isLater)
    const open = overLater ? names : names.filter((name) => !later.includes(name))
    // What stands beside a field that the run did not set is the earlier one only where nobody has set it since. What it sent without an answer has left what
    // was acknowledged before it as it was.
    const isUnknown = (name: string): boolean =>
      set[name] === undefined
        ? ownDoubts.has(name)
          ? now[name] === undefined
          : isTouched(name)
        : was[name] === undefined
    const isGuess = anyOf((name) => isUnknown(name) || unsure.has(name))
    const isUnknownMate = anyOf((name) => set[name] === undefined && isUnknown(name))
    const unknown = open.filter(
      (name) => isUnknown(name) || isUnknownMate(name) || (isOther(name) && anyOf(isUnknown)(name)),
    )
    // Over later runs only what there is to put back is restored; the rest is told as unknown. What an earlier undo of the run has put back is left by nobody.
    const differs = later.filter((name) => isOther(name) && !isGuess(name))
    const told = overLater
      ? differs
      : later.filter((name) =>
          wasUndone ? was[name] === undefined || isOther(name) : isTouched(name) || isOther(name),
        )
    if (told.length > 0) plan.laterNights += noteNotUndone(plan.later, { ...place, from, until, fields: told })
    if (told.some((name) => sent.has(name))) plan.laterUnanswered += until - from
    if (unknown.length > 0)
      plan.unknownNights += noteNotUndone(plan.unknown, { ...place, from, until, fields: unknown })
    const doubted = open.filter(
      (name) => !unknown.includes(name) && (unsure.has(name) || (isOther(name) && isGuess(name))),
    )
    if (doubted.length > 0) plan.unsureNights += noteNotUndone(plan.unsure, { ...place, from, until, fields: doubted })
    const back = open.filter((name) => isOther(name) && !isGuess(name))
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

/** Only the nights that others hold. */
function clipped<V>(segments: readonly Segment<V>[], others: readonly Segment<unknown>[]): Segment<V>[] {
  const kept: Segment<V>[] = []
  align(segments, others, (from, until, value, other) => {
    if (value !== undefined && other !== undefined) append(kept, from, until, value)
  })
  return kept
}
