import type { ReplacedRow } from '../../journal/index.js'
import { placeOf, rowsOf, type Stretch } from './hotel-rows.js'
import { type MergedSeries, sourcesOf } from './merged.js'

/** Collects the rows of a hotel that lose nights to later ones. */
export class ReplacedRows {
  readonly #lost = new Map<string, { row: Stretch; by: Stretch }>()

  /** @param by the row that won; the first night that is lost names it */
  take(row: Stretch, by: Stretch): void {
    const place = placeOf(row)
    if (!this.#lost.has(place)) this.#lost.set(place, { row, by })
  }

  /**
   * In the order of the files.
   * @param series what is sent: a line may set other nights or rooms, which nothing has replaced
   */
  list(series: readonly MergedSeries[]): ReplacedRow[] {
    if (this.#lost.size === 0) return []
    const sent = new Set<string>()
    for (const { ranges } of series)
      for (const range of ranges)
        for (const source of sourcesOf(range)) for (const row of rowsOf(source)) sent.add(placeOf(row))
    return [...this.#lost]
      .map(([place, { row, by }]) => ({
        file: row.file,
        line: row.line,
        byFile: by.file,
        byLine: by.line,
        isWhole: !sent.has(place),
      }))
      .sort((a, b) => a.file - b.file || a.line - b.line)
  }
}
