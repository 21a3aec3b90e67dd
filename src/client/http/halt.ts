import { Fault } from '../../errors.js'

/**
 * What `work` comes to, unless `halt` is aborted first: a sign-in that is slow must not hold up a command that has been told to end.
 * @throws Fault INTERRUPTED, or the one that `halt` was aborted with
 */
export async function unlessHalted<T>(work: Promise<T>, halt: AbortSignal | undefined): Promise<T> {
  if (halt === undefined) return work
  let onAbort = (): void => undefined
  const halted = new Promise<never>((_, reject) => {
    onAbort = () => reject(halt.reason instanceof Fault ? halt.reason : new Fault('INTERRUPTED', 'Interrupted.'))
    if (halt.aborted) onAbort()
    else halt.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([halted, work])
  } finally {
    halt.removeEventListener('abort', onAbort)
  }
}
