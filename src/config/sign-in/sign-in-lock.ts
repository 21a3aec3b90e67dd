import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../errors.js'
import { locksFolder, readBesideLock, withFileLock } from '../../sql/index.js'

/** Longer than any sign-in that still gets an answer. */
export const SIGN_IN_WAIT_MS = 60_000
/** A refusal that is older tells nothing of the secret that is used now. */
const REFUSAL_MS = 10_000
const REFUSAL_BYTES = 10_000

interface Refusal {
  at: number
  message: string
  next: string
}

/**
 * One sign-in at a time for all processes of a profile that share a token. Who waited while another was refused is refused too, and does not try the
 * same secret again: a service may lock an account that fails too often.
 * @param waitMs how long to wait for the sign-in of another process
 * @throws Fault SIGN_IN_REFUSED as the other process met it; UNREACHABLE where the wait runs out
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
        throw new Fault('SIGN_IN_REFUSED', refusal.message, {
          next: refusal.next,
          facts: { refusedTo: 'another process' },
        })
      return work().then(
        (done) => {
          rmSync(note, { force: true })
          return done
        },
        (error: unknown) => {
          if (error instanceof Fault && error.code === 'SIGN_IN_REFUSED')
            writeRefusal(note, { at: now(), message: error.message, next: error.next })
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

function readRefusal(note: string): Refusal | undefined {
  try {
    const { at, message, next } = JSON.parse(readBesideLock(note, REFUSAL_BYTES) ?? '') as Record<string, unknown>
    return typeof at === 'number' && typeof message === 'string' && typeof next === 'string'
      ? { at, message, next }
      : undefined
  } catch {
    return undefined
  }
}

/** A courtesy to whoever waits: they may try for themselves. */
function writeRefusal(note: string, refusal: Refusal): void {
  try {
    rmSync(note, { force: true })
    writeFileSync(note, JSON.stringify(refusal), { mode: 0o600, flag: 'wx' })
  } catch {
    // They try for themselves.
  }
}
