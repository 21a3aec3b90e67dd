import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../errors.js'
import { readNoteObject } from '../../given-file.js'
import { writeNote } from '../../whole-file.js'
import { locksFolder, withFileLock } from '../../sql/index.js'

/** Longer than any sign-in that still gets an answer. */
export const SIGN_IN_WAIT_MS = 60_000
/** One that is older tells nothing of the secret that is used now. */
const REFUSAL_MS = 10_000
const REFUSAL_BYTES = 10_000

/** How a sign-in ended that would end in the same way if it were tried again at once. */
interface Refusal {
  at: number
  code: 'SIGN_IN_REFUSED' | 'UNREACHABLE'
  message: string
  next: string
}

/**
 * One sign-in at a time for all processes of a profile that share a token. Who waited while another was refused is refused too, and does not try the
 * same secret again: a service may lock an account that fails too often. So it is with a service that is down: asking it in turn would only make all of them wait.
 * @param waitMs how long to wait for the sign-in of another process
 * @throws Fault SIGN_IN_REFUSED or UNREACHABLE as the other process met it; UNREACHABLE where the wait runs out
 */
export async function signInAlone<T>(
  {
    dataDir,
    profile,
    waitMs = SIGN_IN_WAIT_MS,
    now = Date.now,
  }: { dataDir: string; profile: string; waitMs?: number; now?: () => number },
  work: () => Promise<T>,
): Promise<T> {
  const file = join(locksFolder(dataDir), `sign-in.${profile}.lock`)
  const note = `${file}.refused`
  const since = now()
  let isHeld = false
  try {
    return await withFileLock(file, { waitMs, holder: `the sign-in of process ${process.pid}` }, async () => {
      isHeld = true
      const refusal = readRefusal(note)
      if (refusal !== undefined && refusal.at >= since && now() - refusal.at < REFUSAL_MS)
        throw new Fault(refusal.code, refusal.message, {
          next: refusal.next,
          facts: refusal.code === 'SIGN_IN_REFUSED' ? { refusedTo: 'another process' } : { metBy: 'another process' },
        })
      return work().then(
        (done) => {
          forgetRefusal(note)
          return done
        },
        (error: unknown) => {
          if (error instanceof Fault && (error.code === 'SIGN_IN_REFUSED' || isOutage(error)))
            writeRefusal(note, {
              at: now(),
              code: error.code === 'SIGN_IN_REFUSED' ? error.code : 'UNREACHABLE',
              message: error.message,
              next: error.next,
            })
          throw error
        },
      )
    })
  } catch (error) {
    if (isHeld || !(error instanceof Fault) || error.code !== 'LOCKED') throw error
    const { facts } = error
    throw new Fault(
      'UNREACHABLE',
      `There is no token yet: ${typeof facts['holder'] === 'string' ? facts['holder'] : 'another process'} has not ended after ${Math.round(waitMs / 1000)} s.`,
      { next: 'Try again; if it goes on, end that process.', facts, cause: error },
    )
  }
}

/** Nobody can be spoken to there. */
const NOBODY_THERE = new Set<unknown>(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])

/** Whether every process would meet it: the service has said so, or nobody is there. How long one waits for an answer is its own choice. */
function isOutage({ code, facts: { status, reason } }: Fault): boolean {
  return code === 'UNREACHABLE' && (typeof status === 'number' || NOBODY_THERE.has(reason))
}

function readRefusal(note: string): Refusal | undefined {
  try {
    const { at, code, message, next } = readNoteObject(note, { bytesMax: REFUSAL_BYTES }) ?? {}
    return typeof at === 'number' && typeof message === 'string' && typeof next === 'string'
      ? { at, code: code === 'UNREACHABLE' ? code : 'SIGN_IN_REFUSED', message, next }
      : undefined
  } catch {
    return undefined
  }
}

/** It is too old to count soon: that it cannot be removed is no reason to lose a token. */
function forgetRefusal(note: string): void {
  try {
    rmSync(note, { force: true })
  } catch {
    // What stands there says nothing.
  }
}

/** A courtesy to whoever waits: they may try for themselves. */
function writeRefusal(note: string, refusal: Refusal): void {
  try {
    writeNote(note, JSON.stringify(refusal))
  } catch {
    // They try for themselves.
  }
}
