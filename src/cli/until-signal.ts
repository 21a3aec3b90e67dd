import type { Fault } from '../errors.js'
import { printFault, wantsJson } from './print-fault.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Who hears the next signal: the last one that asked to, such as a run inside a command. */
const listening: (() => void)[] = []

const hear = (): void => listening.at(-1)?.()

/** Hears Ctrl-C, SIGTERM and a closed terminal until it is released; whoever listened before does not meanwhile. */
function onSignal(handle: () => void): () => void {
  if (listening.length === 0) for (const signal of SIGNALS) process.on(signal, hear)
  listening.push(handle)
  return () => {
    const at = listening.lastIndexOf(handle)
    if (at < 0) return
    listening.splice(at, 1)
    if (listening.length === 0) for (const signal of SIGNALS) process.off(signal, hear)
  }
}

/** Resolves at the first Ctrl-C, SIGTERM or closed terminal. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const release = onSignal(() => {
      release()
      resolve()
    })
  })
}

export interface AbortOptions {
  /** Told at the first signal. */
  onFirst: () => void
  /** What is printed where the process is ended at once. */
  onSecond: () => Fault
  /** Ends the process by itself so long after the first signal, milliseconds; by default only a second one does. */
  graceMs?: number
}

/**
 * An abort signal that the first Ctrl-C, SIGTERM or closed terminal sets off. A second one ends the process at once, with the fault that `onSecond` makes printed.
 */
export function abortOnSignal({ onFirst, onSecond, graceMs }: AbortOptions): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  let grace: NodeJS.Timeout | undefined
  const endAtOnce = (): void => {
    printFault(onSecond(), { json: wantsJson(process.argv), debug: false })
    process.exit(130)
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
