import type { Fault } from '../../errors.js'
import { printFault, wantsJson } from '../show/index.js'
import { leaveWithWords, onSignal } from '../signals/index.js'
import { silence } from '../terminal/index.js'

/** Resolves at the first Ctrl-C, SIGTERM or closed terminal. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const release = onSignal(() => {
      release()
      resolve()
    })
  })
}

/** Waits for some work, and no longer once a signal comes. Says whether it was done. */
export async function doneBeforeSignal(work: Promise<unknown>): Promise<boolean> {
  let release = (): void => undefined
  const signalled = new Promise<boolean>((resolve) => (release = onSignal(() => resolve(false))))
  try {
    return await Promise.race([work.then(() => true), signalled])
  } finally {
    release()
  }
}

export interface AbortOptions {
  /** Told at the first signal. */
  onFirst: () => void
  /** What is printed where the process is ended at once. */
  onSecond: () => Fault
  /** Ends the process by itself so long after the first signal, milliseconds; by default only a second one does. */
  graceMs?: number
}

/** How long the last words of a command may take whose time is up and that nobody is pressing, milliseconds. */
const LATE_WORDS_MS = 5_000

/** Ends the process with a fault after so many milliseconds, unless what it answers is called before. */
export function endAfter(fault: () => Fault, ms: number): () => void {
  const timer = setTimeout(() => {
    const told = fault()
    printFault(told, { json: wantsJson(process.argv), debug: false })
    // What it would have said meanwhile is not true any more.
    silence()
    leaveWithWords(told.exitCode, LATE_WORDS_MS)
  }, ms).unref()
  return () => clearTimeout(timer)
}

/**
 * An abort signal that the first Ctrl-C, SIGTERM or closed terminal sets off. A second one ends the process at once, with the fault that `onSecond` makes printed.
 */
export function abortOnSignal({ onFirst, onSecond, graceMs }: AbortOptions): {
  signal: AbortSignal
  release: () => void
} {
  const controller = new AbortController()
  let grace: NodeJS.Timeout | undefined
  const endAtOnce = (): void => {
    printFault(onSecond(), { json: wantsJson(process.argv), debug: false })
    // What it would have said meanwhile is not true any more.
    silence()
    leaveWithWords(130)
  }
  const release = onSignal(() => {
    if (controller.signal.aborted) return endAtOnce()
    if (graceMs !== undefined) grace = setTimeout(endAtOnce, graceMs).unref()
    onFirst()
    controller.abort()
  })
  return {
    signal: controller.signal,
    release() {
      clearTimeout(grace)
      release()
    },
  }
}
