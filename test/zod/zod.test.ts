import { expect, it } from 'vitest'
import * as zod from 'zod'
import * as z from '../../src/zod/index.js'

/** True where two types are one and the same, however they are put together. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Flat<T> = T extends readonly (infer E)[] ? Flat<E>[] : T extends object ? { [K in keyof T]: Flat<T[K]> } : T
/** Of a schema of zod's own, this alone: to compare the whole of it costs a compiler more than all else here. */
interface Theirs {
  readonly _zod: { readonly input: unknown; readonly output: unknown }
}
/** What a schema of ours takes and gives against what zod reckons for its own. */
type Agree<A extends z.ZodType, B extends Theirs> = [
  Same<Flat<z.input<A>>, Flat<B['_zod']['input']>>,
  Same<Flat<z.output<A>>, Flat<B['_zod']['output']>>,
]

/** The same schema made by either. The compiler compares the types, the test what they say at run time. */
const makers = {
  plain: [
    () =>
      z.strictObject({
        text: z.string().min(1, { abort: true }).max(9).regex(/a/, 'a').describe('x'),
        number: z.number().min(0).max(9),
        int: z.int().nonnegative(),
        big: z.bigint().nonnegative(),
        yes: z.boolean(),
        any: z.unknown(),
        word: z.enum(['a', 'b']),
        literal: z.literal([0, 1]),
        day: z.iso.date(),
        moment: z.iso.datetime({ offset: true, local: true }),
      }),
    () =>
      zod.strictObject({
        text: zod.string().min(1, { abort: true }).max(9).regex(/a/, 'a').describe('x'),
        number: zod.number().min(0).max(9),
        int: zod.int().nonnegative(),
        big: zod.bigint().nonnegative(),
        yes: zod.boolean(),
        any: zod.unknown(),
        word: zod.enum(['a', 'b']),
        literal: zod.literal([0, 1]),
        day: zod.iso.date(),
        moment: zod.iso.datetime({ offset: true, local: true }),
      }),
  ],
  wrapped: [
    () =>
      z.looseObject({
        optional: z.string().optional(),
        nullish: z.number().nullish(),
        refined: z
          .string()
          .refine((text) => text !== '', 'x')
          .optional()
          .meta({ a: 1 }),
        standard: z.string().default('en'),
        read: z.union([z.string(), z.number()]).transform(Number).pipe(z.int()),
        optionalRead: z.string().transform(Number).optional(),
        list: z
          .array(z.strictObject({ a: z.int().optional(), b: z.string().default('') }))
          .min(1)
          .max(2),
        lists: z.union([z.array(z.string()), z.string()]).optional(),
        map: z.record(z.string(), z.looseObject({})),
      }),
    () =>
      zod.looseObject({
        optional: zod.string().optional(),
        nullish: zod.number().nullish(),
        refined: zod
          .string()
          .refine((text) => text !== '', 'x')
          .optional()
          .meta({ a: 1 }),
        standard: zod.string().default('en'),
        read: zod.union([zod.string(), zod.number()]).transform(Number).pipe(zod.int()),
        optionalRead: zod.string().transform(Number).optional(),
        list: zod
          .array(zod.strictObject({ a: zod.int().optional(), b: zod.string().default('') }))
          .min(1)
          .max(2),
        lists: zod.union([zod.array(zod.string()), zod.string()]).optional(),
        map: zod.record(zod.string(), zod.looseObject({})),
      }),
  ],
  changed: [
    () =>
      z
        .strictObject({ a: z.string(), b: z.int(), c: z.int().optional() })
        .extend({ b: z.string().optional(), d: z.boolean() })
        .omit({ c: true })
        .partial({ a: true }),
    () =>
      zod
        .strictObject({ a: zod.string(), b: zod.int(), c: zod.int().optional() })
        .extend({ b: zod.string().optional(), d: zod.boolean() })
        .omit({ c: true })
        .partial({ a: true }),
  ],
  picked: [
    () =>
      z
        .looseObject({ a: z.string(), b: z.int().default(1) })
        .pick({ b: true })
        .partial(),
    () =>
      zod
        .looseObject({ a: zod.string(), b: zod.int().default(1) })
        .pick({ b: true })
        .partial(),
  ],
  nothing: [() => z.strictObject({}), () => zod.strictObject({})],
  anything: [() => z.looseObject({}), () => zod.looseObject({})],
} as const

type Makers = typeof makers
type Verdicts = { [K in keyof Makers]: Agree<ReturnType<Makers[K][0]>, ReturnType<Makers[K][1]>> }

it('what a schema takes and gives is what zod itself reckons, and the schema is the same', () => {
  // An error of the compiler here is a difference; the name of the line is that of the schema.
  const verdicts: Verdicts = {
    plain: [true, true],
    wrapped: [true, true],
    changed: [true, true],
    picked: [true, true],
    nothing: [true, true],
    anything: [true, true],
  }
  const differ: Same<z.input<ReturnType<Makers['wrapped'][0]>>, z.output<ReturnType<Makers['wrapped'][0]>>> = false
  expect(differ).toBe(false)
  for (const name of Object.keys(verdicts) as (keyof Makers)[]) {
    const [ours, theirs] = makers[name]
    const shown = (schema: unknown): unknown =>
      z.toJSONSchema(schema as z.ZodType, {
        io: 'input',
        target: 'draft-2020-12',
        unrepresentable: 'any',
        override: () => undefined,
      })
    expect(shown(ours()), name).toEqual(shown(theirs()))
  }
})

it('every maker and class is the one of zod', () => {
  const { iso, withMeta: _, strictObject: _strict, looseObject: _loose, ...rest } = z
  const named = Object.entries(rest)
  expect(named.length).toBeGreaterThan(25)
  for (const [name, value] of named) expect(value, name).toBe((zod as Record<string, unknown>)[name])
  expect(iso).toEqual({ date: zod.iso.date, datetime: zod.iso.datetime })
})

it.each(['strictObject', 'looseObject'] as const)('%s makes its fields when they are asked for, once', (kind) => {
  let made = 0
  const lazy = (z[kind] as typeof z.looseObject)(() => {
    made += 1
    return { id: z.number(), name: z.string().min(2).optional() }
  })
  const eager = zod[kind]({ id: zod.number(), name: zod.string().min(2).optional() })
  const marked = lazy.describe('A place')
  expect(lazy).toBeInstanceOf(z.ZodObject)
  expect(made).toBe(0)
  for (const value of [{ id: 1 }, { id: 1, more: true }, { id: '1', name: 'x' }, { name: 'xy' }, null, []]) {
    const [ours, theirs] = [lazy.safeParse(value), eager.safeParse(value)]
    expect(ours.error?.issues).toEqual(theirs.error?.issues)
    expect(ours.success && ours.data).toEqual(theirs.success && theirs.data)
  }
  expect(marked.shape.name).toBe(lazy.shape.name)
  const [more, theirs] = [marked.omit({ name: true }).extend({ price: z.number() }), eager.omit({ name: true })]
  expect(Object.keys(more.shape)).toEqual(['id', 'price'])
  expect(more.safeParse({ id: 1, price: 2 }).success).toBe(true)
  expect(Object.keys(lazy.partial().shape)).toEqual(Object.keys(eager.partial().shape))
  expect(theirs.safeParse({ id: 1 }).success).toBe(lazy.omit({ name: true }).safeParse({ id: 1 }).success)
  expect(made).toBe(1)
})

it('the classes tell schemas apart', () => {
  const kinds: [z.ZodType, { [Symbol.hasInstance](value: unknown): boolean }][] = [
    [z.string(), z.ZodString],
    [z.int(), z.ZodNumber],
    [z.iso.date(), z.ZodISODate],
    [z.iso.datetime({ offset: true, local: true }), z.ZodISODateTime],
    [z.array(z.string()), z.ZodArray],
    [z.strictObject({}), z.ZodObject],
    [z.union([z.string()]), z.ZodUnion],
    [z.record(z.string(), z.string()), z.ZodRecord],
    [z.string().optional(), z.ZodOptional],
    [z.string().default(''), z.ZodDefault],
    [z.string().transform(Number), z.ZodPipe],
  ]
  for (const [schema, kind] of kinds)
    expect(kinds.filter(([, other]) => schema instanceof other).map(([, other]) => other)).toEqual([kind])
})
