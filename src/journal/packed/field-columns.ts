import { type CodedSets, type NightFields, NO_VALUE } from '../../calendar/index.js'
import { withoutNulls } from '../../sql/index.js'

type Value = NightFields[string]

/** Field sets as columns: most fields have one value in all of them, which is then written once. */
export interface FieldColumns {
  /** How many sets there are. */
  n: number
  /** Names of their fields, in the order of the first set. */
  k: string[]
  /** By name: the value that all sets have, or one a set; null where a set lacks the field. */
  v: (Value | (Value | null)[])[]
}

/** One field on its way through the sets. */
interface Column {
  name: string
  first: Value
  /** How many sets have begun with the same value; only those count while there is no list. */
  same: number
  values: (Value | null)[] | undefined
}

/** Field sets as they are stored; a field is named in the order in which sets first have it. */
export function columnsOf(sets: readonly NightFields[]): FieldColumns {
  const columns: Column[] = []
  let at = 0
  // Set by set, each looked at once: they are too many to lie within reach.
  for (const set of sets) {
    let place = 0
    for (const name in set) {
      let column = columns[place]
      if (column === undefined || column.name !== name) {
        column = columns.find((one) => one.name === name)
        if (column === undefined)
          columns.push((column = { name, first: set[name] as Value, same: 0, values: undefined }))
      }
      put(column, at, set[name] as Value)
      place += 1
    }
    at += 1
  }
  const n = sets.length
  return {
    n,
    k: columns.map(({ name }) => name),
    v: columns.map((column) => (column.values === undefined && column.same === n ? column.first : filled(column, n))),
  }
}

/** The same of some sets of a collection, in this order; fields are named in the order of the collection. */
export function columnsOfCodes(sets: CodedSets, ids: readonly number[]): FieldColumns {
  const { names, values } = sets
  const k: string[] = []
  const v: FieldColumns['v'] = []
  for (const [field, name] of names.entries()) {
    const first = sets.codeOf(ids[0] ?? 0, field)
    if (ids.every((id) => sets.codeOf(id, field) === first)) {
      if (first === NO_VALUE) continue
      v.push(values.valueOf(first) as Value)
    } else v.push(ids.map((id) => values.valueOf(sets.codeOf(id, field)) ?? null))
    k.push(name)
  }
  return { n: ids.length, k, v }
}

function put(column: Column, at: number, value: Value): void {
  if (column.values === undefined && column.same === at && value === column.first) column.same += 1
  else filled(column, at).push(value)
}

/** The list of a column, null for sets that lack it. */
function filled(column: Column, length: number): (Value | null)[] {
  const { first, same } = column
  const values = (column.values ??= Array.from({ length: same }, () => first))
  while (values.length < length) values.push(null)
  return values
}

/** The sets of stored columns, in their order. */
export function setsOf({ n, k, v }: FieldColumns): NightFields[] {
  const same: Record<string, Value> = {}
  const varied: [string, (Value | null)[]][] = []
  let isWhole = true
  for (const [at, name] of k.entries()) {
    const column = v[at] as FieldColumns['v'][number]
    // A place for every field keeps the order of the names, and gives all sets one shape.
    if (!Array.isArray(column)) same[name] = column
    else {
      same[name] = column[0] ?? ''
      varied.push([name, column])
      isWhole &&= !column.includes(null)
    }
  }
  const sets: NightFields[] = []
  for (let at = 0; at < n; at += 1) {
    const set = { ...same }
    for (const [name, column] of varied) set[name] = column[at] as Value
    sets.push(isWhole ? set : (withoutNulls(set) as NightFields))
  }
  return sets
}

/** Those sets of stored columns that have these places, in this order, as columns. */
export function pickSets(columns: FieldColumns, places: readonly number[]): FieldColumns {
  const v: FieldColumns['v'] = []
  for (const column of columns.v) {
    if (!Array.isArray(column)) {
      v.push(column)
      continue
    }
    const picked = places.map((place) => column[place] as Value | null)
    const [first = null] = picked
    // Which fields there are, and their order, may be others where some sets lack one.
    if (picked.includes(null))
      return columnsOf(
        setsOf({
          n: places.length,
          k: columns.k,
          v: columns.v.map((one) => (Array.isArray(one) ? places.map((place) => one[place] as Value | null) : one)),
        }),
      )
    v.push(first !== null && picked.every((value) => value === first) ? first : (picked as Value[]))
  }
  return { n: places.length, k: columns.k, v }
}
