import { describe, expect, it } from 'vitest'
import { checkValue, endpoints } from '../../../src/contract/index.js'

/** A value and others that are wrong in one place or another. */
function* spoiled(value: unknown): Generator<unknown> {
  yield value
  yield null
  yield { ...(value as object), unknown: 1, ['__proto__x']: 2 }
  for (const [key, inner] of Object.entries((value ?? {}) as object)) {
    for (const other of [undefined, null, '', -1, [], {}, [inner], `${String(inner)} `])
      yield { ...(value as object), [key]: other }
    if (Array.isArray(inner))
      for (const one of inner) for (const odd of spoiled(one)) yield { ...(value as object), [key]: [odd] }
    else if (typeof inner === 'object' && inner !== null)
      for (const odd of spoiled(inner)) yield { ...(value as object), [key]: odd }
  }
}

describe('a value that is checked', () => {
  it.each(endpoints.map(({ key, endpoint }) => [key, endpoint] as const))(
    'ends in the same way for the first time and for the hundredth: %s',
    (_, { params, query, body, result, example }) => {
      for (const [schema, value] of [
        [params, example.params],
        [query, example.query],
        [body, example.body],
        [result, example.result],
      ] as const) {
        if (schema === undefined) continue
        const all = [...spoiled(value)].slice(0, 400)
        const told = (): string[] => all.map((one) => JSON.stringify(checkValue(schema, one), bigText))
        const few = all.map((one) => JSON.stringify(checkValue(fresh(schema), one), bigText))
        told()
        expect(told()).toEqual(few)
      }
    },
  )
})

const bigText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value)

/** The same schema, as one that has not been used yet. */
const fresh = <S extends { describe(text: string): unknown; description?: string | undefined }>(schema: S): S =>
  schema.describe(schema.description ?? '') as S
