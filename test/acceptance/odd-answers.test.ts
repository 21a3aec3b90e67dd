import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/map/map.js'
import { GET_TOKEN, json, jwt, startScripted, type Scripted } from '../client/scripted-server.js'
import { freshMachine, type Machine } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

/** What no field of an answer should hold. */
const ODD: readonly unknown[] = [
  { amount: '1.00', currency: { code: 'EUR' } },
  [1, '2'],
  9e307,
  JSON.parse('{"__proto__":{"a":1},"toString":1,"length":5,"constructor":{}}'),
]

const READS = {
  'product.search': ['product', 'search', '1000001', '--check-in', '2027-07-01', '--nights', '2'],
  'product.list': ['product', 'list', '1000001'],
  'room.list': ['room', 'list', '1000001'],
  'unit.get': ['unit', 'get', '101'],
  'property.get': ['property', 'get', '1000001'],
  'reservation.lookup': ['reservation', 'lookup', '--booking-id', '900001'],
  'auth.whoami': ['auth', 'whoami'],
} as const

/** Every place of an answer, lists and objects included. */
function placesIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const below = Array.isArray(value)
    ? value.slice(0, 1).flatMap((item) => placesIn(item, [...path, 0]))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, item]) => placesIn(item, [...path, name]))
      : []
  return [path, ...below]
}

function replaced(value: unknown, [first, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (first === undefined) return by
  if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, rest, by))
  return { ...(value as object), [first]: replaced((value as Record<string, unknown>)[first], rest, by) }
}

/** Whatever a service answers, a read says what of it is not understood: nothing went wrong inside hubswitch. */
describe('answers with odd values', () => {
  let machine: Machine
  let service: Scripted
  let body: unknown
  beforeAll(async () => {
    machine = await freshMachine()
    const now = Math.floor(Date.now() / 1000)
    service = await startScripted(({ path }) =>
      json(
        200,
        path === GET_TOKEN
          ? { tokenType: 'Bearer', expiresIn: 3600, accessToken: jwt({ sub: '4711', iat: now, exp: now + 3600 }) }
          : body,
      ),
    )
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  it.each(Object.entries(READS))('%s never ends with 1', async (key, command) => {
    const env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_PARTNER_ID: '4711',
      HUBSWITCH_PARTNER_SECRET: 'odd-secret',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
      HUBSWITCH_DISTRIBUTOR_ID: 'd',
      HUBSWITCH_DISTRIBUTOR_CODE: 'D',
    }
    const [topic, name] = key.split('.') as [string, string]
    const example = (
      contract as unknown as Record<string, Record<string, { example: { result: object } } | undefined> | undefined>
    )[topic]?.[name]?.example ?? { result: {} }
    const usual =
      command[0] === 'room' || key === 'product.list'
        ? { success: true, ...example.result }
        : { result: example.result, status: 'success', message: '', executionTime: 1 }
    body = usual
    expect((await runWarm(command, env)).code).toBe(0)
    const places = placesIn(usual)
    // Each place gets one odd value, another at the next: all kinds meet all sorts of fields.
    for (const [at, place] of places.entries()) {
      body = replaced(usual, place, ODD[at % ODD.length])
      const { code, stdout, stderr } = await runWarm(command, env)
      expect([place, code, stderr]).toEqual([
        place,
        expect.toSatisfy((one: number) => [0, 3, 5, 8, 10, 12].includes(one)) as number,
        expect.not.stringMatching(/inside hubswitch|\n\s+at /) as string,
      ])
      expect(stdout).not.toMatch(/\[object Object\]|undefined|NaN/)
    }
  })
})
