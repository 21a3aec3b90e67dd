import type { Night } from '../../calendar/index.js'
import type { Kind } from '../../files/index.js'
import type { DoubtfulSeries } from '../../journal/index.js'
import type { Plan } from '../plan/index.js'
import type { LaterDoubts } from './later-doubts.js'
import type { SetLater } from './set-later.js'
import type { SetSince } from './settled-since.js'

const KEPT = 100

/** Nights of a run that cannot be put back as they were, or are not. */
export interface NotUndone {
  hotel: string
  room: string
  plan: string
  from: Night
  until: Night
  fields: string[]
}

export interface UndoPlan extends Plan {
  /** Whether what later runs have set since is restored too. */
  isOverLater: boolean
  /** A later run has set these since: left as they are, or restored over it. */
  laterNights: number
  later: NotUndone[]
  /** Those of them that a later run sent without a usable answer. */
  laterUnanswered: number
  /** Nothing was known of these before the run, so there is nothing to put back. */
  unknownNights: number
  unknown: NotUndone[]
  /** An earlier run had sent other values for these without a usable answer: what the service held before the run is not known. */
  unsureNights: number
  unsure: NotUndone[]
  /** Sent by the run without a usable answer, so that the service may hold them: restored as well, and left because nothing was known of them before. */
  unansweredNights: number
  unansweredLeft: number
}

/** How the cells of one hotel are restored. */
export interface Restoring {
  kind: Kind
  plan: UndoPlan
  overLater: boolean
  /** The run that is undone, and whether another undo has put back something of it before. */
  run: number
  wasUndone: boolean
  /** What is in doubt of the hotel, of all runs. */
  doubts: readonly DoubtfulSeries[]
  laterDoubts: LaterDoubts
  /** What other runs have had acknowledged since. */
  setLater: SetLater
  /** What the run sent without an answer and other runs have set since. */
  since: readonly SetSince[]
  /** What was in doubt of the hotel when the run began. */
  earlier: readonly DoubtfulSeries[]
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
