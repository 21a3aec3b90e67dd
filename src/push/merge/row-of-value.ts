import { type CodedSets, type Night, NO_VALUE } from '../../calendar/index.js'
import { lengthOf } from './hotel-rows.js'
import { type MergedRange, sourcesOf } from './merged.js'

/** Where a row stands. */
export interface RowPlace {
  /** Index into the run's files. */
  file: number
  line: number
}

/**
 * The row that a value of a merged night comes from. Where several rows made the night each field has its own: the last of them that sets it.
 * @param night one of the range
 */
export function rowOfValue(sets: CodedSets, range: MergedRange, field: string, night: Night): RowPlace | undefined {
  const at = sets.names.indexOf(field)
  let found: RowPlace | undefined
  for (const source of sourcesOf(range)) {
    if (night < source.from || night >= source.until || sets.codeOf(source.value, at) === NO_VALUE) continue
    const line = source.line + source.step * Math.floor((night - source.from) / lengthOf(source))
    if (found === undefined || source.file > found.file || (source.file === found.file && line > found.line))
      found = { file: source.file, line }
  }
  return found
}
