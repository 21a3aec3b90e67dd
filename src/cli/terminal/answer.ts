import type { ExitCode } from '../../errors.js'
import type { Terminal } from './terminal.js'

/** What a command hands back for printing. */
export interface Answer {
  /** Undefined where everything has been said already. */
  data: unknown
  view: View
  /** Success unless said, such as 3 for a partial push. */
  exitCode?: ExitCode
  /** The secret is what was asked for. */
  showsSecret?: true
}

/** How one kind of record is shown: what stands in a column, from the record. */
export interface Column<R = Record<string, unknown>> {
  name: string
  value: (record: R) => unknown
  align?: 'right'
  /** Names a guest: shown to whoever asks, and left out of logs and mails. */
  isPersonal?: true
  /** Never cut to fit the terminal: text that a person must read to its end. Best as the last column. */
  isWhole?: true
  /** Colours the finished cell of a table on a terminal. */
  paint?: (cell: string, record: R) => string
}

/** How a person reads an answer; on a terminal a list may have a picture of itself instead of a table. `--json` and `--output yaml` print the data itself. */
export type View =
  | {
      kind: 'list'
      columns: readonly Column<never>[]
      rows: readonly unknown[]
      empty: string
      footer?: string
      picture?: (terminal: Terminal) => string
    }
  | { kind: 'record'; columns?: readonly Column<never>[] }
  | { kind: 'text'; text: string; isPainted?: true; isDocument?: true }
