import type { Store } from '../store/index.js'
import { checkSeed } from './check.js'
import type { SeedData, SeedReport } from './data.js'
import { DEMO_ESTATE } from './estate.js'
import { SeedWriter } from './writer.js'

/**
 * Puts properties with their units, rate plans and calendars into a store, and lists of properties, in one transaction. A property
 * whose hubSwitchId is there already is left as it is, so seeding twice is seeding once.
 * @throws Fault INVALID_INPUT for data that cannot stand, naming the field: of a wrong kind, an unknown account, a code that is taken
 */
export function seedStore(store: Store, data: SeedData = DEMO_ESTATE): SeedReport {
  const { properties, lists = [] } = checkSeed(data)
  const writer = new SeedWriter(store)
  store.transaction(() => {
    properties.forEach((property, at) => writer.property(property, `properties[${at}]`))
    lists.forEach((list, at) => writer.list(list, `lists[${at}]`))
  })
  store.db.emptyLog()
  return writer.report
}
