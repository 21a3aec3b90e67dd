import type { Night } from '../calendar/index.js'
import { encodeBlock, type CellBlock, type StoredBlock } from './cell-block.js'
import { encodeSources, type LineRun } from './source-lines.js'

/** One request of a plan, as its cells. The body is written from them and the run's wire names when it is sent. */
export interface NewBatch {
  hotel: string
  cells: CellBlock
  /** The source lines of each entry. */
  sources: readonly (readonly LineRun[])[]
  nights: number
  bytes: number
  firstNight: Night
  lastNight: Night
}

/** A batch as the journal stores it: a fraction of the memory. */
export interface PackedBatch extends StoredBlock, Omit<NewBatch, 'cells' | 'sources'> {
  entries: number
  sources: Uint8Array
}

export function packBatch({ cells, sources, ...rest }: NewBatch): PackedBatch {
  return { ...rest, ...encodeBlock(cells), entries: sources.length, sources: encodeSources(sources) }
}
