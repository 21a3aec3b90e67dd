import { type CodedSets, type NightFields, NO_VALUE, textOfHundredths, ValueCodes } from '../../calendar/index.js'
import { withoutNulls } from '../../sql/index.js'

type Value = NightFields[string]

/** Field sets as columns: most fields have one value in all of them, which is then written once. */
export interface FieldColumns {
  /** How many sets there are. */
  n: number
  /** Names of their fields, in the order of the first set. */
  k: string[]
  /** By name. */
  v: FieldColumn[]
}

/** The value that all sets have, or one a set, null where a set lacks the field. */
export type FieldColumn = Value | (Value | null)[] | Hundredths | Flags

/** Decimal text with two decimals, one a set, as hundredths: 12000 is `120.00`. Prices that differ from night to night are shorter like this, and faster to read. */
interface Hundredths {
  h: number[]
}

/** True or false, one a set: 1 or 0. */
interface Flags {
  b: string
}

/** The value of a set, by its place; null or undefined where it lacks the field. */
export function valueAt(column: FieldColumn | undefined, place: number): Value | null | undefined {
  if (typeof column !== 'object') return column
  if (Array.isArray(column)) return column[place]
  return 'b' in column ? column.b[place] === '1' : textOfHundredths(column.h[place] as number)
}

/** The values of a column that has one a set. */
function listOf(column: Exclude<FieldColumn, Value>): (Value | null)[] {
  if (Array.isArray(column)) return column
  return 'b' in column ? Array.from(column.b, (flag) => flag === '1') : column.h.map(textOfHundredths)
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
    } else
      v.push(
        hundredthsOf(sets, ids, field) ??
          flagsOf(sets, ids, field) ??
          ids.map((id) => values.valueOf(sets.codeOf(id, field)) ?? null),
      )
    k.push(name)
  }
  return { n: ids.length, k, v }
}

/** Undefined where a value is no price of two decimals. */
function hundredthsOf(sets: CodedSets, ids: readonly number[], field: number): Hundredths | undefined {
  const h: number[] = []
  for (const id of ids) {
    const hundredths = ValueCodes.hundredthsOf(sets.codeOf(id, field))
    if (hundredths < 0) return undefined
    h.push(hundredths)
  }
  return { h }
}

/** Undefined where a value is neither true nor false. */
function flagsOf(sets: CodedSets, ids: readonly number[], field: number): Flags | undefined {
  const [no, yes] = [sets.values.codeOf(false), sets.values.codeOf(true)]
  let b = ''
  for (const id of ids) {
    const code = sets.codeOf(id, field)
    if (code !== no && code !== yes) return undefined
    b += code === yes ? '1' : '0'
  }
  return { b }
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
    const column = v[at] as FieldColumn
    // A place for every field keeps the order of the names, and gives all sets one shape.
    if (typeof column !== 'object') same[name] = column
    else {
      const list = listOf(column)
      same[name] = list[0] ?? ''
      varied.push([name, list])
      isWhole &&= !list.includes(null)
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
    if (typeof column !== 'object') {
      v.push(column)
      continue
    }
    if ('b' in column) {
      const b = places.map((place) => column.b[place] as string).join('')
      v.push(/^(?:0+|1+)$/.test(b) ? b.startsWith('1') : { b })
      continue
    }
    if ('h' in column) {
      const h = places.map((place) => column.h[place] as number)
      v.push(h.length > 0 && h.every((one) => one === h[0]) ? textOfHundredths(h[0] as number) : { h })
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
          v: columns.v.map((one) =>
            typeof one === 'object' ? places.map((place) => valueAt(one, place) as Value | null) : one,
          ),
        }),
      )
    v.push(first !== null && picked.every((value) => value === first) ? first : (picked as Value[]))
  }
  return { n: places.length, k: columns.k, v }
}
