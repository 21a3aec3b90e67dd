import type { LookupName } from '../../contract/index.js'
import type { Column } from '../terminal/index.js'

interface FacetRow {
  filter: string
  value: string
  /** What the value means, where it is an id. */
  name: string
  count: number
}

const LISTS: Readonly<Record<string, LookupName>> = {
  propertyTypeIds: 'propertyType',
  hotelFacilitiesFiltered: 'facility',
}

/** One row for each filter that the service counted; a name without a value, as another service may give, stands alone. */
export async function facetRows(
  counts: Readonly<Record<string, number>>,
  namesOf: (lookup: LookupName) => Promise<ReadonlyMap<number, string>>,
): Promise<FacetRow[]> {
  const rows: FacetRow[] = []
  for (const [key, count] of Object.entries(counts)) {
    const [filter = '', ...rest] = key.split('.')
    const value = rest.join('.')
    const list = LISTS[filter]
    rows.push({
      filter,
      value,
      name: list === undefined ? '' : ((await namesOf(list)).get(Number(value)) ?? ''),
      count,
    })
  }
  return rows
}

export const facetColumns: Column[] = [
  { name: 'filter', value: ({ filter }) => filter },
  { name: 'value', value: ({ value }) => value },
  { name: 'name', value: ({ name }) => name },
  { name: 'properties', align: 'right', value: ({ count }) => count },
]
