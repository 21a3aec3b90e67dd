import * as zod from 'zod'

/** What a schema is to its readers, and zod's classes to tell schemas apart by. */

/** A fault as zod reports it. */
export type Issue = zod.core.$ZodIssue
/** The same before it has its words. */
export type RawIssue = zod.core.$ZodRawIssue

type Meta = Readonly<Record<string, unknown>>
type Parsed<O> = { success: true; data: O; error?: undefined } | { success: false; error: { issues: Issue[] } }
interface Refinement {
  addIssue(issue: { code: 'custom'; message: string }): void
}

/** What is read of any schema. It is short on purpose: wherever a schema is handed on, a compiler compares it with this. */
export interface ZodType<O = unknown, I = unknown> {
  readonly _output: O
  readonly _input: I
  readonly description?: string | undefined
  meta(): Meta | undefined
  describe(text: string): ZodType<O, I>
  safeParse(value: unknown, options?: { error: (issue: RawIssue) => string | undefined; jitless?: boolean }): Parsed<O>
}

/** A schema that others are made of: `O` is what it gives, `I` what it takes. */
export interface Schema<O, I = O> extends ZodType<O, I> {
  meta(): Meta | undefined
  meta(marks: Meta): this
  describe(text: string): this
  refine(check: (value: O) => unknown, message?: string): this
  superRefine(check: (value: O, context: Refinement) => void): this
  optional(): ZodOptional<O, I>
  nullish(): ZodOptional<O | null, I | null>
  default(value: O): ZodDefault<O, I>
  transform<N>(read: (value: O) => N): ZodPipe<N, I>
  pipe<T extends ZodType>(to: T): ZodPipe<T['_output'], I>
}

/** The schema with these marks in place of those that it has. */
export function withMeta<S extends ZodType>(schema: S, marks: Meta): S {
  return (schema as unknown as Schema<unknown>).meta(marks) as unknown as S
}

/** What a schema gives. */
export type output<S extends ZodType> = S['_output']
/** What a schema takes. */
export type input<S extends ZodType> = S['_input']

export interface ZodString extends Schema<string> {
  readonly minLength: number | null
  min(length: number, options?: { abort: boolean }): this
  max(length: number): this
  regex(pattern: RegExp, message?: string): this
}
export interface ZodStringFormat extends Schema<string> {
  readonly format: string
}
export interface ZodISODate extends ZodStringFormat {
  readonly type: 'string'
}
export interface ZodISODateTime extends ZodStringFormat {
  readonly type: 'string'
}
export interface ZodNumber extends Schema<number> {
  readonly minValue: number | null
  readonly maxValue: number | null
  readonly isInt: boolean
  readonly format: string | null
  min(value: number): this
  max(value: number): this
  nonnegative(): this
}
export interface ZodBigInt extends Schema<bigint> {
  nonnegative(): this
}
export interface ZodBoolean extends Schema<boolean> {
  readonly type: 'boolean'
}
export interface ZodUnknown extends Schema<unknown> {
  readonly type: 'unknown'
}
export interface ZodNever extends Schema<never> {
  readonly type: 'never'
}
export interface ZodTransform extends Schema<unknown> {
  readonly type: 'transform'
}
export interface ZodEnum<W extends string = string> extends Schema<W> {
  readonly options: W[]
}
export interface ZodOptional<O = unknown, I = unknown> extends Schema<O | undefined, I | undefined> {
  unwrap(): ZodType
}
export interface ZodNullable<O = unknown, I = unknown> extends Schema<O | null, I | null> {
  unwrap(): ZodType
}
export interface ZodDefault<O = unknown, I = unknown> extends Schema<O, I | undefined> {
  unwrap(): ZodType
}
export interface ZodPipe<O = unknown, I = unknown> extends Schema<O, I> {
  readonly in: ZodType
  readonly out: ZodType
}
export interface ZodArray<O = unknown, I = unknown> extends Schema<O[], I[]> {
  readonly element: ZodType
  min(length: number): this
  max(length: number): this
}
export interface ZodUnion<O = unknown, I = unknown> extends Schema<O, I> {
  readonly options: readonly ZodType[]
}
export interface ZodRecord<O = unknown, I = unknown> extends Schema<Record<string, O>, Record<string, I>> {
  readonly valueType: ZodType
}
/** Any object. What `strictObject` and `looseObject` make is an `ObjectOf` its fields. */
export interface ZodObject extends ZodType {
  readonly shape: Shape
  readonly _zod: { readonly def: { readonly catchall?: unknown } }
}

/** The fields of an object. */
export type Shape = Readonly<Record<string, ZodType>>
type Kind<T> = { readonly prototype: T; [Symbol.hasInstance](value: unknown): value is T }

export const ZodArray = zod.ZodArray as unknown as Kind<ZodArray>
export const ZodBoolean = zod.ZodBoolean as unknown as Kind<ZodBoolean>
export const ZodDefault = zod.ZodDefault as unknown as Kind<ZodDefault>
export const ZodEnum = zod.ZodEnum as unknown as Kind<ZodEnum>
export const ZodISODate = zod.ZodISODate as unknown as Kind<ZodISODate>
export const ZodISODateTime = zod.ZodISODateTime as unknown as Kind<ZodISODateTime>
export const ZodNever = zod.ZodNever as unknown as Kind<ZodNever>
export const ZodNullable = zod.ZodNullable as unknown as Kind<ZodNullable>
export const ZodNumber = zod.ZodNumber as unknown as Kind<ZodNumber>
export const ZodObject = zod.ZodObject as unknown as Kind<ZodObject>
export const ZodOptional = zod.ZodOptional as unknown as Kind<ZodOptional>
export const ZodPipe = zod.ZodPipe as unknown as Kind<ZodPipe>
export const ZodRecord = zod.ZodRecord as unknown as Kind<ZodRecord>
export const ZodString = zod.ZodString as unknown as Kind<ZodString>
export const ZodStringFormat = zod.ZodStringFormat as unknown as Kind<ZodStringFormat>
export const ZodTransform = zod.ZodTransform as unknown as Kind<ZodTransform>
export const ZodUnion = zod.ZodUnion as unknown as Kind<ZodUnion>
export const ZodUnknown = zod.ZodUnknown as unknown as Kind<ZodUnknown>
