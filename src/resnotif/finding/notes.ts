import type { LintRule } from './rules.js'

/** Rules that find what the message leaves open: notes beside the findings, unless a dialect weighs them. */
export const NOTE_RULES = [
  'total-unchecked',
  'total-rounding',
  'night-unchecked',
  'guest-unchecked',
  'counter-unchecked',
  'guests-unnamed',
  'infant-not-counted',
  'guests-counted-again',
  'guest-move-unchecked',
  'guest-count-untold',
  'service-unchecked',
  'rate-unit-unchecked',
  'ids-unchecked',
  'percent-unchecked',
  'soap-action-unchecked',
] as const satisfies readonly LintRule[]

export type NoteRule = (typeof NOTE_RULES)[number]

export const isNoteRule = (rule: LintRule): rule is NoteRule => (NOTE_RULES as readonly LintRule[]).includes(rule)
