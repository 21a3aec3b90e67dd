import { Fault } from '../../errors.js'
import type { Journal } from '../../journal/index.js'

/** What a run ends with where rows were refused that may have arrived with a request before; undefined where there are none. */
export function doubtedFault(journal: Journal, runId: number): Fault | undefined {
  const refused = journal.doubts.refused(runId)
  if (refused === undefined) return undefined
  const {
    nights,
    problem: { code, message },
  } = refused
  const [what, pronoun, was] =
    nights === 1 ? ['1 night', 'it', 'it was'] : [`${nights.toLocaleString('en')} nights`, 'them', 'they were']
  const before =
    journal.getRun(runId)?.wasCut === true
      ? 'brought no usable answer, or may have been under way when the process was killed'
      : 'brought no usable answer'
  return new Fault(
    'OUTCOME_UNKNOWN',
    `It is not known whether the service has applied ${what}: a request for ${pronoun} ${before}, and when ${was} sent again the service refused: ${withoutStop(message)}.`,
    {
      next: nextOf(runId),
      facts: { run: runId, nights, fate: 'unknown', serviceMessage: message, ...(code === undefined ? {} : { code }) },
    },
  )
}

/** A refusal that ends a run says nothing of nights that were sent before without a usable answer. */
export function withDoubt(fault: Fault | undefined, journal: Journal, runId: number): Fault | undefined {
  if (fault === undefined || !REFUSALS.has(fault.code)) return fault
  const unanswered = journal.doubts.unanswered(runId)
  if (unanswered === 0) return fault
  const what = unanswered === 1 ? '1 night that was' : `${unanswered.toLocaleString('en')} nights that were`
  return new Fault(
    'OUTCOME_UNKNOWN',
    `${fault.message} It is not known whether the service has applied ${what} sent before without a usable answer.`,
    {
      next: `${fault.next} "hubswitch run verify ${runId}" shows what the service holds.`,
      facts: { ...fault.facts, fate: 'unknown' },
      cause: fault,
    },
  )
}

const REFUSALS: ReadonlySet<string> = new Set(['REFUSED', 'FORBIDDEN', 'NOT_FOUND'])

const nextOf = (runId: number): string =>
  `"hubswitch run show ${runId} --rows" names the rows, and "hubswitch run verify ${runId}" shows what the service holds. "hubswitch run undo ${runId}" puts back what was acknowledged before.`

const withoutStop = (text: string): string => (text.endsWith('.') ? text.slice(0, -1) : text)
