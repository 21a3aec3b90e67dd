import type { Night } from '../../calendar/index.js'
import { type CellBlock, decodeBlock, encodeBlock, type Head, type StoredBlock } from './cell-block.js'
import type { FieldColumns } from './field-columns.js'
import { IntList } from './int-list.js'
import { packRanges, packSources } from './packed-ints.js'
import { addRows, addSources, decodeSources, encodeSources, type LineRun, type RowRun } from './source-lines.js'

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

export function unpackBatch({ head, ints, entries, sources, ...rest }: PackedBatch): NewBatch {
  return { ...rest, cells: decodeBlock({ head, ints }), sources: decodeSources(sources, 0, entries) }
}

/** Packs the entries of a batch one by one, with no object for any of them. */
export class BatchPacker {
  readonly #ints = new IntList()
  readonly #sources = new IntList()
  #series: Head['s'] = []
  #entries = 0

  get entries(): number {
    return this.#entries
  }

  /** From here on entries are of this room and plan, and of these weekdays. */
  begin(room: string, plan: string, days?: number): void {
    const last = this.#series.at(-1)
    if (last !== undefined && last[0] === room && last[1] === plan && last[3] === days) return
    this.#series.push(days === undefined ? [room, plan, 0] : [room, plan, 0, days])
  }

  /**
   * Adds an entry. Its lines must follow.
   * @param value the place of its field set among those of the batch
   */
  add(from: Night, until: Night, value: number): void {
    const series = this.#series.at(-1) as Head['s'][number]
    series[2] += 1
    this.#ints.push(from)
    this.#ints.push(until)
    this.#ints.push(value)
    this.#entries += 1
  }

  /** The lines of the entry that was added last. */
  addLines(lines: readonly LineRun[]): void {
    addSources(this.#sources, lines)
  }

  /** The same, where all of it are rows that follow each other. */
  addRows(rows: RowRun): void {
    addRows(this.#sources, rows)
  }

  /** @param columns the field sets of the batch, by place */
  pack(columns: FieldColumns): StoredBlock & Pick<PackedBatch, 'entries' | 'sources'> {
    const head: Head = { s: this.#series.filter(([, , count]) => count > 0), f: columns }
    return {
      head: JSON.stringify(head),
      ints: packRanges(this.#ints.view()),
      entries: this.#entries,
      sources: packSources(this.#sources.view()),
    }
  }

  /** Forgets what was added. */
  clear(): void {
    this.#ints.clear()
    this.#sources.clear()
    this.#series = []
    this.#entries = 0
  }
}
