import { closeSync, fstatSync } from 'node:fs'
import { isatty } from 'node:tty'

/** Whether a terminal may be there: the null device of cron is none, and what tells the others apart loads the sockets of Node. */
function mayBeTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor)
    return found.isCharacterDevice() && !(process.platform === 'linux' && found.rdev === LINUX_NULL_DEVICE)
  } catch {
    return process.platform === 'win32'
  }
}

const LINUX_NULL_DEVICE = 0x1_03

/**
 * Lets go of a terminal that has been closed meanwhile. The runtime gives each terminal that it began with its modes back at the very end, and aborts where
 * that fails: the process would end with that signal in place of its exit code.
 */
export function outliveTerminal(): void {
  const terminals = [0, 1, 2].filter((descriptor) => mayBeTerminal(descriptor) && isatty(descriptor))
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
