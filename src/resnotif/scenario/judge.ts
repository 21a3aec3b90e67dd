import { endOf, type PmsAnswer } from '../answer/index.js'
import type { Expected } from './shape/index.js'

export type Verdict = 'pass' | 'fail' | 'unknown'

export interface Judged {
  verdict: Verdict
  reason: string
  /** Not known because the PMS asks to come later: it was not judged. */
  isPutOff?: true
}

/** What a step wants, in words for the sheet. */
export const EXPECTED_WORDS: Readonly<Record<Expected, string>> = {
  taken: 'Success, nothing left undone',
  same: 'Success with the same reservation id, or "exists already"',
  settled: 'Success or Errors; the interface leaves open which',
}

type Heard = Pick<
  PmsAnswer,
  | 'fate'
  | 'summary'
  | 'isPartial'
  | 'isAlreadyDelivered'
  | 'isOutside'
  | 'leavesOpen'
  | 'reservationIds'
  | 'references'
  | 'isRetryable'
  | 'problems'
  | 'otherEcho'
>
type Before = Pick<PmsAnswer, 'reservationIds' | 'references'>

/**
 * Whether an answer is what a step wants. Pass and fail only where the answer proves it.
 * @param before the answer to the message that this one repeats
 */
export function judgeStep(expected: Expected, heard: Heard, before?: Before): Judged {
  const { fate, summary, isPartial } = heard
  // Whether it was delivered stays open; that the answer is wrong does not.
  if (heard.otherEcho !== undefined)
    return {
      verdict: 'fail',
      reason: `${heard.otherEcho} It must be that of the message; whether the PMS took this one is not known.`,
    }
  if (fate === 'unknown') return { verdict: 'unknown', reason: summary }
  if (isPartial) return { verdict: 'fail', reason: summary }
  if (endOf(heard) === 'later')
    return {
      verdict: 'unknown',
      reason: `${summary} The PMS did not take the message now and may take it later, so this could not be judged: run the scenario again.`,
      isPutOff: true,
    }
  if (expected === 'same' && fate === 'done') return judgeRepetition(heard, before)
  if (fate === 'done' && heard.isAlreadyDelivered) return judgeCancelledAlready(expected)
  if (fate === 'done') return { verdict: 'pass', reason: summary }
  if (fate === 'absent') return { verdict: 'unknown', reason: summary }
  // A wrong address and a missing sign-in are answered so as well, and the interface asks for Success or Errors.
  if (expected === 'settled' && fate === 'refused' && heard.isOutside === true && heard.leavesOpen === undefined)
    return {
      verdict: 'unknown',
      reason: `${summary} That is neither Success nor Errors: it may be about the set-up, and whether the PMS looked at the message is not known.`,
    }
  if (expected === 'settled' && fate === 'refused' && heard.leavesOpen === undefined)
    return isAboutSetUp(heard)
      ? { verdict: 'unknown', reason: `${summary} That is about the set-up, and would be said of any message.` }
      : { verdict: 'pass', reason: summary }
  return { verdict: 'fail', reason: summary }
}

/** "Cancelled already" to the first cancellation of an id that is of this run alone. Whoever asked has what it wanted; the PMS has not done it. */
const judgeCancelledAlready = (expected: Expected): Judged =>
  expected === 'settled'
    ? {
        verdict: 'pass',
        reason:
          'The PMS refused the cancellation: it says that the booking is cancelled already (code 95), although it never got it. The interface leaves open what it answers; "not known" (code 97) would be true.',
      }
    : {
        verdict: 'fail',
        reason:
          'The PMS says that the booking is cancelled already (code 95), and nothing cancelled it before this message: it did not keep the booking, or answers so to any cancellation. It must answer Success.',
      }

/** Codes and types that refuse whoever signs in so, or names this hotel, room, plan or currency, whatever the message asks for. */
const SET_UP = {
  codes: new Set('61 131 175 190 249 361 375 392 400 402 436 497 783'.split(' ')),
  types: new Set('4 5 6'.split(' ')),
}

const isAboutSetUp = ({ problems }: Heard): boolean =>
  problems.some(
    ({ kind, code = '', type = '' }) =>
      kind === 'error' && (SET_UP.codes.has(code) || (code === '' && SET_UP.types.has(type))),
  )

/** A second reservation shows in a second id; where no id is told, nothing shows it. */
function judgeRepetition(
  { isAlreadyDelivered, reservationIds, references, summary }: Heard,
  before: Before = { reservationIds: [], references: [] },
): Judged {
  const [first, second] = [new Set(before.reservationIds), new Set(reservationIds)]
  const added = [...second].filter((id) => !first.has(id))
  // What the PMS calls there already is what it had: an id beside it may be another name of that.
  if (isAlreadyDelivered)
    return added.length > 0 && first.size > 0
      ? {
          verdict: 'pass',
          reason: `${summary} It names ${[...second].join(', ')} now, and ${[...first].join(', ')} before: look at the PMS whether these are one reservation.`,
        }
      : { verdict: 'pass', reason: summary }
  if (first.size > 0 && second.size > 0 && added.length > 0)
    return {
      verdict: 'fail',
      reason: `The PMS answered ${[...second].join(', ')} to the repetition, and ${[...first].join(', ')} before: it made another reservation.`,
    }
  if (second.size > 0 && first.size > 0)
    return { verdict: 'pass', reason: `${summary} It has the same id, ${[...second].join(', ')}.` }
  if (before.references.length > 0 && references.length > 0) {
    const [was, is] = [before.references.join(', '), references.join(', ')]
    return references.some((one) => before.references.includes(one))
      ? { verdict: 'pass', reason: `${summary} It has the same reference, ${is}.` }
      : {
          verdict: 'unknown',
          reason: `${summary} Its reference is ${is} now, and was ${was} before: of another reservation, or of another message. Look at the PMS whether it has one or two.`,
        }
  }
  return {
    verdict: 'unknown',
    reason: `${summary} It told no reservation id ${first.size === 0 ? 'the first time' : 'this time'}, so whether it made a second reservation is not known.`,
  }
}

/** One word for several: a failure outweighs what is not known. */
export function worstOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('fail') ? 'fail' : verdicts.includes('unknown') || verdicts.length === 0 ? 'unknown' : 'pass'
}
