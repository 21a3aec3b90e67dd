/** A file of an archive, or why it cannot be read; of one without a name, why others are missing. */
export interface ArchivedFile {
  name: string
  content: Buffer | string
  /** The archive ends in the middle of it. */
  isCut?: boolean
}

/** Files of one name, as archives that are opened together have them, each with a name of its own. */
export function apart(files: readonly ArchivedFile[]): ArchivedFile[] {
  const counts = new Map<string, number>()
  return files.map((file) => {
    const count = (counts.get(file.name) ?? 0) + 1
    counts.set(file.name, count)
    return count === 1 || file.name === '' ? file : { ...file, name: `${file.name} (${count})` }
  })
}
