import { closeSync } from 'node:fs'
import { isatty } from 'node:tty'

/**
 * Lets go of a terminal that has been closed meanwhile. The runtime gives each terminal that it began with its modes back at the very end, and aborts where
 * that fails: the process would end with that signal in place of its exit code.
 */
export function outliveTerminal(): void {
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor))
  if (terminals.length === 0) return
  process.on('exit', () => {
    for (const descriptor of terminals) {
      if (isatty(descriptor)) continue
      try {
        closeSync(descriptor)
      } catch {
        // It is closed already.
      }
    }
  })
}
