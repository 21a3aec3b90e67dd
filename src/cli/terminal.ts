/** What stands at the three ends of the process. */
export interface Terminal {
  /** Standard output is a person's terminal: tables and colour. Else: plain, tab-separated. */
  stdout: boolean
  /** Standard error is a terminal and this is no CI: spinners. */
  progress: boolean
  /** A person can be asked. */
  mayAsk: boolean
  /** Columns of the terminal; 80 where it is not known. */
  width: number
}

export function readTerminal(env: NodeJS.ProcessEnv = process.env): Terminal {
  const ci = (env['CI'] ?? '') !== '' && env['CI'] !== 'false'
  const err = process.stderr.isTTY === true
  return {
    stdout: process.stdout.isTTY === true,
    progress: err && !ci && env['TERM'] !== 'dumb',
    mayAsk: process.stdin.isTTY === true && err && !ci,
    width: process.stdout.columns ?? 80,
  }
}
