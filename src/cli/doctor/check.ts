import { Fault } from '../../errors.js'

/** What one look at this machine or at the service has found. */
export interface Check {
  /** A stable name. */
  check: string
  /** `fail`: something cannot work. `warn`: it works, and something about it wants a look. `unknown`: it was not tried; `next` tries it. */
  state: 'ok' | 'warn' | 'fail' | 'unknown'
  says: string
  /** What to type, or do. */
  next?: string
}

export const ok = (check: string, says: string): Check => ({ check, state: 'ok', says })
export const warn = (check: string, says: string, next: string): Check => ({ check, state: 'warn', says, next })
export const fail = (check: string, says: string, next: string): Check => ({ check, state: 'fail', says, next })

export const unknown = (check: string, says: string, next: string): Check => ({ check, state: 'unknown', says, next })

/** A fault as a failed check. */
export const failOf = (check: string, { message, next }: Fault): Check => fail(check, message, next)

/**
 * One probe with a limit of its own: what takes longer is told as a failure, and the others go on. Whatever it throws is its result.
 * @param limitMs milliseconds
 */
export async function bounded(
  check: string,
  limitMs: number,
  work: () => Promise<readonly Check[]> | readonly Check[],
): Promise<readonly Check[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly Check[]>((resolve) => {
    const tell = (): void =>
      resolve([
        fail(
          check,
          `No answer within ${limitMs / 1000} s.`,
          'Run "hubswitch doctor" again; if it stays so, this part hangs.',
        ),
      ])
    timer = setTimeout(tell, limitMs)
  })
  try {
    return await Promise.race([(async () => work())(), late])
  } catch (error) {
    if (error instanceof Fault) return [failOf(check, error)]
    const code = (error as { code?: unknown } | null)?.code
    return [
      fail(
        check,
        `This could not be looked at${typeof code === 'string' ? ` (${code})` : ''}.`,
        'Run "hubswitch doctor --debug" and look at the folder or the service that it is about.',
      ),
    ]
  } finally {
    clearTimeout(timer)
  }
}
