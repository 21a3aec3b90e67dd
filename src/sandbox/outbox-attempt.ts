import { Fault } from '../errors.js'
import type { PostMessage } from '../resnotif/index.js'
import { wrapNotification } from './notification.js'
import type { OutboxMessage, OutboxState } from './outbox-store.js'
import type { PmsAddress } from './pms-address.js'

export interface PmsCredentials {
  username: string
  password: string
}

/** How one attempt ended. `waiting`: it may be tried again. */
export interface AttemptOutcome {
  state: OutboxState
  /** One sentence. */
  answer: string
  httpStatus?: number
}

/** Faults of posting after which trying again may help: the PMS did not answer. */
const NO_ANSWER: ReadonlySet<string> = new Set(['UNREACHABLE', 'OUTCOME_UNKNOWN'])

/**
 * Sends a message once and reads what the PMS answers. Never throws: a fault is an outcome as well.
 * Wire defaults, "The reservation notification".
 */
export async function attemptDelivery(
  message: OutboxMessage,
  { address, credentials, post, timeoutMs }: { address: PmsAddress; credentials: PmsCredentials | undefined; post: PostMessage; timeoutMs: number },
): Promise<AttemptOutcome> {
  try {
    const { postHeaders } = await import('../resnotif/post.js')
    const text = await wrapNotification(message, address.envelope, address.auth === 'username-token' ? credentials : undefined)
    const { status, body } = await post({ url: address.url, text, headers: postHeaders(address.envelope, address.auth === 'basic' ? credentials : undefined), timeoutMs })
    return await readOutcome(body, status, message.attempts > 1)
  } catch (error) {
    if (!(error instanceof Fault)) return { state: 'failed', answer: `The attempt broke: ${error instanceof Error ? error.name : 'an unknown value was thrown'}.` }
    return { state: NO_ANSWER.has(error.code) ? 'waiting' : 'failed', answer: error.message }
  }
}

async function readOutcome(body: string, httpStatus: number, isRepeated: boolean): Promise<AttemptOutcome> {
  const { readAnswer } = await import('../resnotif/answer.js')
  const { state, isAlreadyDelivered, isRetryable, summary } = readAnswer(body, httpStatus)
  if (state === 'delivered') return { state, answer: summary, httpStatus }
  // "Exists already" is good news only where an earlier attempt can have brought it.
  if (isAlreadyDelivered && isRepeated) return { state: 'delivered', answer: summary, httpStatus }
  return { state: state === 'failed' && isRetryable ? 'waiting' : 'failed', answer: summary, httpStatus }
}
