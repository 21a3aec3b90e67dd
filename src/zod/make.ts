import * as zod from 'zod'
import type {
  Schema,
  Shape,
  ZodArray,
  ZodBigInt,
  ZodBoolean,
  ZodEnum,
  ZodISODate,
  ZodISODateTime,
  ZodNumber,
  ZodOptional,
  ZodRecord,
  ZodString,
  ZodType,
  ZodUnion,
  ZodUnknown,
} from './kinds.js'

/** How schemas are made. What an object takes and gives is reckoned from its fields, by zod's rules. */

/** What an object may hold beside its fields: nothing, or anything. */
type Loose = Record<string, unknown>
type Strict = Record<never, never>

type Plain<T> = { [K in keyof T]: T[K] }
/** A field may be left out where it may be undefined; one that may be anything may not. */
type MayLack<V> = unknown extends V ? false : undefined extends V ? true : false
type Fields<F extends Shape, Side extends '_output' | '_input'> = {
  [K in keyof F as MayLack<F[K][Side]> extends true ? never : K]: F[K][Side]
} & {
  [K in keyof F as MayLack<F[K][Side]> extends true ? K : never]?: F[K][Side]
}
type Held<F extends Shape, Rest, Side extends '_output' | '_input'> = keyof (F & Rest) extends never
  ? Record<string, never>
  : Plain<Fields<F, Side> & Rest>
type Changed<F extends Shape, G extends Shape> = Plain<Omit<F, keyof G> & G>
type Lax<F extends Shape, M> = {
  [K in keyof F]: K extends keyof M ? ZodOptional<F[K]['_output'], F[K]['_input']> : F[K]
}
type Mask<F> = { readonly [K in keyof F]?: true }

export interface ObjectOf<F extends Shape, Rest> extends Schema<Held<F, Rest, '_output'>, Held<F, Rest, '_input'>> {
  readonly shape: F
  readonly _zod: { readonly def: { readonly catchall?: unknown } }
  extend<G extends Shape>(fields: G): ObjectOf<Changed<F, G>, Rest>
  omit<M extends Mask<F>>(mask: M): ObjectOf<Omit<F, keyof M>, Rest>
  pick<M extends Mask<F>>(mask: M): ObjectOf<Pick<F, keyof M & keyof F>, Rest>
  partial<M extends Mask<F> = { [K in keyof F]: true }>(mask?: M): ObjectOf<Lax<F, M>, Rest>
}

export const string = zod.string as unknown as (message?: string) => ZodString
export const number = zod.number as unknown as (message?: string) => ZodNumber
export const int = zod.int as unknown as () => ZodNumber
export const bigint = zod.bigint as unknown as () => ZodBigInt
export const boolean = zod.boolean as unknown as (message?: string) => ZodBoolean
export const unknown = zod.unknown as unknown as () => ZodUnknown
export const array = zod.array as unknown as <S extends ZodType>(element: S) => ZodArray<S['_output'], S['_input']>
export const union = zod.union as unknown as <S extends ZodType>(
  options: readonly S[],
) => ZodUnion<S['_output'], S['_input']>
export const record = zod.record as unknown as <V extends ZodType>(
  key: ZodType<string, string>,
  value: V,
  message?: string,
) => ZodRecord<V['_output'], V['_input']>
export const literal = zod.literal as unknown as <const V extends string | number>(
  values: readonly V[],
  message?: string,
) => Schema<V>
/** Makes an object of its fields, or of a function that makes them when they are first asked for: a start needs few of the contract's. */
interface MakeObject<Rest> {
  <F extends Shape>(fields: () => F): ObjectOf<F, Rest>
  <F extends Shape>(fields: F, message?: string): ObjectOf<F, Rest>
}
export const strictObject = maker(zod.strictObject, zod.never()) as unknown as MakeObject<Strict>
export const looseObject = maker(zod.looseObject, zod.unknown()) as unknown as MakeObject<Loose>

type LooseShape = zod.core.$ZodLooseShape

function maker(make: (fields: LooseShape, message?: string) => zod.ZodObject, catchall: zod.ZodType) {
  return (fields: LooseShape | (() => LooseShape), message?: string): zod.ZodObject => {
    if (typeof fields !== 'function') return make(fields, message)
    let shape: LooseShape | undefined
    // zod takes a definition that answers for its own shape. A copy of it, as marks make one, has the same fields.
    const get = (): LooseShape => (shape ??= { ...fields() })
    const definition = { type: 'object' as const, catchall, shape: {} }
    return new zod.ZodObject(Object.defineProperty(definition, 'shape', { get, enumerable: true, configurable: true }))
  }
}
export const iso = {
  date: zod.iso.date as unknown as () => ZodISODate,
  datetime: zod.iso.datetime as unknown as (options: { offset: boolean; local: boolean }) => ZodISODateTime,
}
const oneOf = zod.enum as unknown as <const W extends string>(words: readonly W[], message?: string) => ZodEnum<W>
export { oneOf as enum }

/** JSON Schema of a schema. */
export const toJSONSchema = zod.toJSONSchema as unknown as (
  schema: ZodType,
  options: {
    io: 'input' | 'output'
    target: string
    unrepresentable: 'any' | 'throw'
    override: (place: { zodSchema: unknown; jsonSchema: Record<string, unknown> }) => void
  },
) => Record<string, unknown>
