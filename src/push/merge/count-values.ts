import { PerSet } from '../../calendar/index.js'
import type { MergedHotel } from './merged.js'

/** Counts the values of a hotel's cells: each field of each night. */
export class ValueCounter {
  readonly #fields = new PerSet((fields) => Object.keys(fields).length)

  of({ series, sets }: MergedHotel): number {
    let values = 0
    for (const { ranges } of series)
      for (const { from, until, value } of ranges) values += (until - from) * this.#fields.of(sets, value)
    return values
  }
}
