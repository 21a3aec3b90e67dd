import { EXIT, type ExitCode } from '../../errors.js'
import type { RunRecord } from '../../journal/index.js'
import type { UndoPlan } from '../../push/index.js'
import { count, pronoun } from '../show/index.js'

/** What an undo leaves as it is, told the same by the undo, by its resume and later. */

/** How many nights an undo leaves, and why. */
export type LeftNights = Pick<
  UndoPlan,
  'isOverLater' | 'laterNights' | 'laterUnanswered' | 'unknownNights' | 'unsureNights'
>

/** An error of a document, where there is one. */
export interface Told {
  error?: { message?: string; facts?: object; [more: string]: unknown }
}

/** A later run that was not answered may have set its nights. */
export function setSince(unanswered: number): string {
  return unanswered === 0 ? 'has set since' : 'has set since, or may have, as no usable answer came'
}

/** Nights of which two values may have been the one before the run. */
export function unsureWords(nights: number): string {
  return `${count(nights, 'night')} whose earlier value is not known, as an earlier push of ${pronoun(nights)} brought no usable answer`
}

/** An undo that leaves nights as the run set them is a partial one. */
export function keptBack(
  undone: number,
  { isOverLater, laterNights, laterUnanswered, unknownNights, unsureNights }: LeftNights,
): { exitCode: ExitCode; words?: string; shown: Told } {
  const later = isOverLater ? 0 : laterNights
  const kept = later + unknownNights + unsureNights
  if (kept === 0) return { exitCode: EXIT.ok, shown: {} }
  const why = [
    ...(unknownNights === 0 ? [] : [`${count(unknownNights, 'night')} with no earlier value on record`]),
    ...(unsureNights === 0 ? [] : [unsureWords(unsureNights)]),
    ...(later === 0 ? [] : [`${count(later, 'night')} that a later run ${setSince(laterUnanswered)}`]),
  ]
  const [message, next, exitCode] = [
    `Not put back: ${why.join('; ')}.`,
    `"hubswitch run undo ${undone} --dry-run" names ${pronoun(kept)}.`,
    EXIT.partial,
  ]
  return {
    exitCode,
    words: `${message} ${next}`,
    shown: {
      error: {
        code: 'PARTIAL',
        message,
        next,
        exitCode,
        facts: { run: undone, unknownNights, unsureNights, laterNights: later },
      },
    },
  }
}

/** The same of an undo on record; nothing is kept back by any other run. */
export function keptBackOf({ command, plan = {} }: Pick<RunRecord, 'command' | 'plan'>): ReturnType<typeof keptBack> {
  const undone = Number(command['undo'])
  if (command['undo'] === undefined || !Number.isSafeInteger(undone)) return { exitCode: EXIT.ok, shown: {} }
  const nights = (name: string): number => (typeof plan[name] === 'number' ? plan[name] : 0)
  return keptBack(undone, {
    isOverLater: command['overLater'] === true,
    laterNights: nights('laterNights'),
    laterUnanswered: nights('laterUnanswered'),
    unknownNights: nights('unknownNights'),
    unsureNights: nights('unsureNights'),
  })
}
