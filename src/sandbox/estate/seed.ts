import { type SeedReport, SeedWriter } from '../seed/index.js'
import type { Store } from '../store/index.js'
import { estateLists, type EstateOptions, generateEstate } from './generator.js'

/**
 * Puts a generated estate into a store, in one transaction and one property at a time. Properties that are there already stay as
 * they are, so the same estate may be asked for again, or a larger one of the same seed.
 * @throws Fault USAGE for a number of properties or a first night that cannot be
 */
export function seedEstate(store: Store, options: EstateOptions): SeedReport {
  const writer = new SeedWriter(store, { areRecordsSound: true })
  store.transaction(() => {
    let at = 0
    for (const property of generateEstate(options)) {
      writer.property(property, `properties[${at}]`)
      at += 1
    }
    estateLists(options).forEach((list, place) => writer.list(list, `lists[${place}]`))
  })
  store.db.emptyLog()
  return writer.report
}
