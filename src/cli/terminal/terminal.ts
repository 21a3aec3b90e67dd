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
    // A spinner on a terminal without a size, or narrower than its text, draws lines without end.
    progress: err && !ci && env['TERM'] !== 'dumb' && isWideEnough(process.stderr.columns),
    // Last: asking for the standard input opens it, which a start without a terminal need not do.
    mayAsk: err && !ci && process.stdin.isTTY === true,
    // A pty that nobody gave a size says 0.
    width: (process.stdout.columns ?? 0) > 0 ? process.stdout.columns : WIDTH_UNKNOWN,
  }
}

const WIDTH_UNKNOWN = 80
const SPINNER_COLUMNS_MIN = 20

const isWideEnough = (columns: number | undefined): boolean => columns === undefined || columns >= SPINNER_COLUMNS_MIN
