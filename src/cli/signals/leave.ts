import { spawn } from 'node:child_process'

/** Requests that a thread of the system's works on: the end of the process waits for each, and a dead network mount or a pipe without a writer never answers one. */
const OF_A_THREAD = /^(?:FSReq|FileHandleCloseReq|GetAddrInfo|GetNameInfo)/
const INTERRUPTED = 130
/** How long such a thread may hold up the end, milliseconds: hardly at all where a signal has asked for it. */
const PATIENCE_MS = 700
const PATIENCE_UNASKED_MS = 30_000
/** Ends the process that started it, unless that has ended by itself: then the pipe between the two is closed. */
const LAST_RESORT = `const [pid, ms] = process.argv.slice(1).map(Number)
process.stdin.on('end', () => process.exit()).on('error', () => process.exit()).resume()
setTimeout(() => { if (process.ppid === pid) process.kill(pid, 'SIGINT'); process.exit() }, ms)`

/** Ends the process, whatever a thread of it waits for. A shell sees 130 as well where it has to be ended by force. */
export function leave(code: number | string | null | undefined): never {
  if (process.getActiveResourcesInfo().some((name) => OF_A_THREAD.test(name))) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
    // Where it cannot be started, the end comes when the thread is done.
    spawn(
      process.execPath,
      ['-e', LAST_RESORT, String(process.pid), String(code === INTERRUPTED ? PATIENCE_MS : PATIENCE_UNASKED_MS)],
      { stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: {} },
    ).on('error', () => undefined)
  }
  process.exit(code)
}
