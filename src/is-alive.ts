import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Whether a process runs on this machine, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Numbers of processes say something within this alone: a machine since it was started, and a container of it. */
let here: string | undefined

function whereabouts(): string {
  const parts = [
    () => hostname(),
    () => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'),
    () => readlinkSync('/proc/self/ns/pid'),
  ]
  return (here ??= parts
    .map((part) => {
      try {
        return part().replaceAll(/[^\w.-]/g, '')
      } catch {
        // No Linux.
        return ''
      }
    })
    .join('~'))
}

/** The state of a process and when it started, as Linux has them; undefined elsewhere. */
function statusOf(pid: number): { state: string; start: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [state, start] = [fields[0], fields[19]]
    return state === undefined || start === undefined ? undefined : { state, start }
  } catch {
    return undefined
  }
}

/** Names a process so that another one can tell later whether it has ended: where it runs, its number, and when it started. One word. */
export const markOf = (pid: number): string => `${whereabouts()}:${pid}:${statusOf(pid)?.start ?? ''}`

/** Whether the process of a mark has ended for sure. False where nobody here can know: it ran on another machine, or before this one was started anew. */
export function hasEnded(mark: string): boolean {
  const [where, number = '', start = ''] = mark.split(':')
  if (where !== whereabouts() || !/^[1-9]\d{0,9}$/.test(number)) return false
  if (!isAlive(Number(number))) return true
  const status = statusOf(Number(number))
  // A process of the same number may live by then; one that ended is there until its parent has asked for its end.
  return status !== undefined && (/[ZX]/i.test(status.state) || (start !== '' && status.start !== start))
}
