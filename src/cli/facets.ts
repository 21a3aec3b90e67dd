import type { Column } from './view.js'

interface FacetRow {
  filter: string
  value: string
  count: number
}

/** One row for each filter that the service counted; a name without a value, as another service may give, stands alone. */
export function facetRows(counts: Readonly<Record<string, number>>): FacetRow[] {
  return Object.entries(counts).map(([name, count]) => {
    const dot = name.indexOf('.')
    return { filter: dot < 0 ? name : name.slice(0, dot), value: dot < 0 ? '' : name.slice(dot + 1), count }
  })
}

export const facetColumns: Column[] = [
  { name: 'filter', value: ({ filter }) => filter },
  { name: 'value', value: ({ value }) => value },
  { name: 'properties', align: 'right', value: ({ count }) => count },
]
