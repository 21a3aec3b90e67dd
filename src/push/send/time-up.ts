import { Fault } from '../../errors.js'
import type { FateCounts } from '../../journal/index.js'

/** The same fault; where the time budget is used up it says for how many requests, and what is left. */
export function withCounts(
  fault: Fault | undefined,
  { runId, isFirst, requests, nights }: { runId: number; isFirst: boolean; requests: number; nights: FateCounts },
): Fault | undefined {
  if (fault?.code !== 'DEADLINE' || fault.facts['retryAfterMs'] !== undefined) return fault
  const sent =
    requests === 0
      ? isFirst
        ? 'before its first request'
        : 'before this attempt sent a request'
      : `after ${requests === 1 ? '1 request' : `${requests.toLocaleString('en')} requests`}`
  const left = `${nights.left.toLocaleString('en')} of ${nights.planned === 1 ? '1 night is' : `${nights.planned.toLocaleString('en')} nights ${nights.left === 1 ? 'is' : 'are'}`} left`
  return new Fault('DEADLINE', `The time of run ${runId} was up ${sent}; ${left}.`, {
    next: fault.next,
    facts: { ...fault.facts, run: runId, requests, left: nights.left },
    cause: fault,
  })
}
