import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repeatedKey } from '../../../src/sandbox/http/repeated-key.js'

describe('keys that stand twice', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":{"b":1,"b":1}}', 'b'],
    ['[{"a":1},{"c":1,"a":2,"c":3}]', 'c'],
    ['{"na\\u006de":1,"name":2}', 'name'],
    ['{"a" : 1 ,\n "a"\t: 2}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":"{\\"b\\":1,\\"b\\":2}"}', undefined],
    ['{"a":["b","b"],"b":{"a":1}}', undefined],
    ['{"a":"a","b":"a"}', undefined],
    ['["a","a"]', undefined],
    ['{"a":"\\\\","b":"\\""}', undefined],
    ['"a"', undefined],
    ['{}', undefined],
  ])('%s', (json, key) => {
    expect(repeatedKey(json)).toBe(key)
  })

  it('are never seen in what a program writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(repeatedKey(JSON.stringify(value))).toBeUndefined()
        expect(repeatedKey(JSON.stringify(value, undefined, 2))).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })
})
