import type { ColumnReport, ReadNotice } from '../../files/index.js'

/** What a push says of how one of its files was read. */
export interface InputReport {
  file: string
  /** Canonical name → column of the file. */
  read: Readonly<Record<string, string>>
  /** Columns and sheets that are not read. */
  notRead: readonly string[]
  notices: Omit<ReadNotice, 'file'>[]
}

/** Collects how files are read, for `--json`, and tells a person what may not pass unseen. */
export class InputReports {
  readonly #byFile = new Map<string, InputReport>()

  /** @param tell takes a line for a person */
  constructor(private readonly tell: (line: string) => void) {}

  get all(): InputReport[] {
    return [...this.#byFile.values()]
  }

  /** Takes what was read under another name, and what was not read. */
  takeColumns({ file, read, notRead }: ColumnReport): void {
    Object.assign(this.#of(file), { read, notRead })
    const renamed = Object.entries(read).filter(([name, column]) => name !== column)
    if (renamed.length > 0)
      this.tell(`Read from ${file}: ${renamed.map(([name, column]) => `${column} as ${name}`).join(', ')}.`)
    if (notRead.length > 0) this.tell(`Not read from ${file}: ${notRead.join(', ')}.`)
  }

  /** Takes what was found out about a file or looks odd in it. */
  takeNotice({ file, ...notice }: ReadNotice): void {
    this.#of(file).notices.push(notice)
    this.tell(
      `${file}${notice.line === undefined ? '' : `:${notice.line}`}: ${notice.text}${notice.keep === undefined ? '' : ` To keep it, put this line into the mapping file: ${notice.keep}`}`,
    )
  }

  #of(file: string): InputReport {
    let report = this.#byFile.get(file)
    if (report === undefined) this.#byFile.set(file, (report = { file, read: {}, notRead: [], notices: [] }))
    return report
  }
}
