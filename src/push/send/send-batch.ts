import { Fault } from '../../errors.js'
import type { Kind } from '../../files/index.js'
import { fateOf, isSignIn } from '../../outcome/index.js'
import type { OutgoingBatch, SendGuard, SendOutcome } from './send-outcome.js'

/** Refusals that are the service's word on the batch itself; any other, such as a refused sign-in, says nothing about its rows. */
const ABOUT_THE_BATCH: ReadonlySet<string> = new Set(['REFUSED', 'NOT_FOUND', 'FORBIDDEN'])

/** Sends the text of a body to an endpoint of a kind, once. */
interface BatchCaller {
  callText(
    key: Kind['endpoint'],
    body: () => Uint8Array,
    options: { isOnce: boolean; isGzip: boolean; hotelCode: string; halt: AbortSignal } & {
      [what in keyof SendGuard]?: SendGuard[what] | undefined
    },
  ): Promise<void>
}

/**
 * Sends one batch, once, and says what became of it: the judgement of its answer, as the sender of a run reads it.
 * @param guard asked whether it may still leave; what it throws is thrown
 * @param gzip given: the body goes out compressed; `without` says what to do where the service does not take that
 */
export async function sendBatch(
  client: BatchCaller,
  kind: Kind,
  { hotel, writeBody, halt }: Pick<OutgoingBatch, 'hotel' | 'writeBody' | 'halt'>,
  gzip?: { without: string },
  guard?: SendGuard,
): Promise<SendOutcome> {
  try {
    // Repeats are the sender's: it knows the pace, and what the other hotels are answered.
    await client.callText(kind.endpoint, writeBody, {
      isOnce: true,
      isGzip: gzip !== undefined,
      hotelCode: hotel,
      halt,
      onAttempt: guard?.onAttempt,
      onLeave: guard?.onLeave,
      signal: guard?.signal,
    })
    return { fate: 'acknowledged' }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return outcomeOf(error, gzip)
  }
}

function outcomeOf(fault: Fault, gzip: { without: string } | undefined): SendOutcome {
  const { facts, findings } = fault
  const { code, serviceMessage, status, retryAfterMs, isFinal } = facts
  const wait = typeof retryAfterMs === 'number' ? { retryAfterMs } : {}
  if (gzip !== undefined && status === 415) {
    return {
      fate: 'stop',
      fault: new Fault('REFUSED', 'The service does not take requests in gzip (HTTP 415).', {
        next: gzip.without,
        facts,
        cause: fault,
      }),
    }
  }
  // Without a token the batch never left, whatever the service said to the sign-in.
  const unsent = isSignIn(fault) && facts['wasSent'] !== true ? ({ reach: 'unsent' } as const) : {}
  // The time was up, or a person has ended it, while the batch waited for its answer, or before it left.
  if (fault.code === 'DEADLINE' || fault.code === 'INTERRUPTED')
    return { fate: 'stop', fault, reach: facts['wasSent'] === true ? 'unanswered' : 'unsent' }
  switch (fateOf(fault)) {
    case 'throttled':
      // A limiter answers 429 before it passes a batch on; behind a 503 the batch may have been applied.
      return { fate: 'throttled', ...wait, ...(status === 429 ? {} : { reach: 'unanswered' }) }
    case 'refused':
      if (!ABOUT_THE_BATCH.has(fault.code) || isSignIn(fault)) return { fate: 'stop', fault, ...unsent }
      return {
        fate: 'rejected',
        problem: {
          message: typeof serviceMessage === 'string' ? serviceMessage : fault.message,
          ...(typeof code === 'string' ? { code } : {}),
          details: findings.map(({ field, reason }) => ({ field, message: reason })),
        },
      }
    case 'absent':
    case 'unknown':
      return isFinal === true
        ? { fate: 'stop', fault, ...(fateOf(fault) === 'unknown' ? { reach: 'unanswered' } : {}), ...unsent }
        : { fate: 'failed', fault, ...wait, ...unsent }
    default:
      // A fault that tells of no fate came before any request.
      return { fate: 'stop', fault, ...(fateOf(fault) === undefined ? { reach: 'unsent' } : {}) }
  }
}
