import type { Fault } from '../errors.js'
import { printFault, wantsJson } from './print-fault.js'

/** Resolves at the first Ctrl-C, SIGTERM or closed terminal. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

/**
 * An abort signal that the first Ctrl-C or SIGTERM sets off; `onFirst` tells the person. A second one ends the process at once, with the fault that `onSecond` makes printed.
 */
export function abortOnSignal(onFirst: () => void, onSecond: () => Fault): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  const handle = (): void => {
    if (controller.signal.aborted) {
      printFault(onSecond(), { json: wantsJson(process.argv), debug: false })
      process.exit(130)
    }
    onFirst()
    controller.abort()
  }
  process.on('SIGINT', handle).on('SIGTERM', handle)
  return { signal: controller.signal, release: () => void process.off('SIGINT', handle).off('SIGTERM', handle) }
}
