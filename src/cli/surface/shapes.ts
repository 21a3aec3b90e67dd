/** JSON Schema in few words: what a document holds, and what it may hold. */

export type Schema = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, Schema>>

export const TEXT: Schema = { type: 'string' }
export const WHOLE: Schema = { type: 'integer' }
export const NUMBER: Schema = { type: 'number' }
export const YES_NO: Schema = { type: 'boolean' }
export const ANY: Schema = {}
/** A moment, such as `2026-11-23T11:07:32.869Z`. */
export const MOMENT: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' }
/** A day, such as `2027-07-01`. */
export const DAY: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' }
export const RECORD: Schema = { type: 'object' }

/** An object: `always` has its keys on every path; a key that is not named may be there too. */
export function object(always: Fields, sometimes: Fields = {}): Schema {
  return { type: 'object', required: Object.keys(always), properties: { ...always, ...sometimes } }
}

export const list = (items: Schema): Schema => ({ type: 'array', items })
export const oneOf = (...values: readonly (string | number)[]): Schema => ({ enum: values })
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
export const either = (...schemas: readonly Schema[]): Schema => ({ anyOf: schemas })
/** Numbers by name. */
export const counts = (...names: readonly string[]): Schema => object(all(names, WHOLE))
export const all = (names: readonly string[], schema: Schema): Fields =>
  Object.fromEntries(names.map((name) => [name, schema]))
