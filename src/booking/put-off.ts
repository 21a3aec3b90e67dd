import { DEFAULT_RETRY, waitBefore } from '../client/index.js'
import { durationText } from '../duration-text.js'
import type { Fault } from '../errors.js'
import { asksToWait } from '../outcome/index.js'
import { pause } from '../clock.js'

/** Says a line to the person. */
export type Tell = (line: string) => void

/**
 * How long to wait before what the service put off may be looked up and sent again, milliseconds; undefined where the service did not ask for it, asked for
 * too long a wait, or has asked often enough.
 * @param sent how often it has been sent, from 1
 */
export function putOffMs(doubt: Fault, sent: number): number | undefined {
  if (!asksToWait(doubt)) return undefined
  const { retryAfterMs } = doubt.facts
  return waitBefore(
    { arrived: 'maybe', isTransient: true, ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}) },
    'safe',
    sent,
    DEFAULT_RETRY,
  )
}

/** Whether the service put it off in a way that leaves open whether it was done: a limiter answers 429 before it passes a request on, and 503 may come from behind. */
export function mayBeBehind(doubt: Fault): boolean {
  return asksToWait(doubt) && doubt.facts['status'] !== 429
}

/** Waits as long as the service asked for, and says so. A signal ends the wait, and the look-up after it fails as interrupted. */
export async function waitPutOff(
  ms: number,
  doubt: Fault,
  { tell, signal }: { tell?: Tell | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  tell?.(
    `The service asks to come back later (HTTP ${String(doubt.facts['status'])}). Waiting ${durationText(Math.max(1, Math.ceil(ms / 1000)))}; then it is looked up, and sent again only if it is not there.`,
  )
  await pause(ms, signal)
}

/** Longest silence while a command waits, milliseconds. */
const SILENCE_MS = 9_000

/** Questions to a person: while one is open nothing is waited for but its answer. */
export interface Questions {
  isOpen(): boolean
  /** How long those that are answered stood open, milliseconds. */
  stoodMs(): number
}

const NONE: Questions = { isOpen: () => false, stoodMs: () => 0 }

/**
 * Works, and says that it still waits wherever nothing else is said for long. What a person takes to answer is no wait for the service.
 * @param tell a line to the person
 */
export async function neverSilent<R>(
  tell: Tell,
  work: (tell: Tell) => Promise<R>,
  { silenceMs = SILENCE_MS, questions = NONE }: { silenceMs?: number; questions?: Questions } = {},
): Promise<R> {
  const begun = Date.now()
  const stoodBefore = questions.stoodMs()
  let stood = stoodBefore
  const timer = setInterval(() => {
    const hasAsked = questions.isOpen() || questions.stoodMs() !== stood
    stood = questions.stoodMs()
    if (hasAsked) return
    const waitedMs = Math.max(0, Date.now() - begun - (stood - stoodBefore))
    tell(`Still waiting for the service, ${durationText(Math.round(waitedMs / 1000))} so far. Ctrl-C stops.`)
  }, silenceMs)
  try {
    return await work((line) => {
      timer.refresh()
      tell(line)
    })
  } finally {
    clearInterval(timer)
  }
}
