import { expect, it } from 'vitest'
import { collectSecretNames, endpoints, secretNames } from '../../src/contract/index.js'

it('the names of secrets that are written down are those of all fields that are marked', () => {
  const marked = new Set<string>()
  for (const { endpoint } of endpoints)
    for (const schema of [endpoint.query, endpoint.body, endpoint.result]) collectSecretNames(schema, marked)
  expect(marked).toEqual(secretNames)
})
