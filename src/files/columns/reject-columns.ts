/** Columns that rejects have in front of those of their files. Readers pass over names that begin with "_". */
export const REJECTS_COLUMNS = ['_file', '_line', '_reason'] as const

/** Whether a header is that of rejects. */
export function hasRejectsColumns(header: readonly string[]): boolean {
  return REJECTS_COLUMNS.slice(1).every((name) => header.some((cell) => cell.trim() === name))
}
