import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alreadyThere, createProperty } from '../../../src/cli/property/create.js'
import { neverSilent } from '../../../src/booking/put-off.js'
import { type Client, createClient } from '../../../src/client/index.js'
import { Fault } from '../../../src/errors.js'
import { cut, json, type Reply, type Scripted, startScripted, withTokens } from '../../client/scripted-server.js'

const body = { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview' }
const MISSING = json(404, { result: null, status: 'fail', message: 'no such property' })
const there = (over: object = {}): Reply => json(200, { result: { id: 1000001, ...body, ...over }, status: 'success' })
const putOff =
  (status: number): Reply =>
  (response) =>
    void response.writeHead(status, { 'retry-after': '0' }).end()

/** A property whose answer was lost is looked for, by the command that sent it and by the next one. */
describe('a property that may have been created', () => {
  let server: Scripted
  let client: Client
  let onCreate: Reply[] = []
  let onLook: Reply[] = []
  beforeAll(async () => {
    server = await startScripted(
      withTokens((request) => (request.method === 'POST' ? (onCreate.shift() ?? cut) : (onLook.shift() ?? MISSING))),
    )
    client = createClient({
      baseUrl: server.url,
      userAgent: 'hubswitch/test',
      identity: { partner: async () => ({ partnerId: 'demo', partnerSecret: 'demo-secret' }) },
      maxAttempts: 1,
    })
  })
  beforeEach(() => {
    onCreate = []
    onLook = []
  })
  afterAll(async () => {
    await client.close()
    await server.close()
  })
  const told: string[] = []
  const create = () =>
    createProperty(client.call, body, { tell: (line) => void told.push(line), waitMs: [0, 1, 1] }).catch(
      (error: unknown) => error as Fault,
    )

  it('is looked for more than once after a cut', async () => {
    onLook = [MISSING, MISSING, there()]
    expect(await create()).toMatchObject({ property: { id: 1000001 }, doubt: { code: 'OUTCOME_UNKNOWN' } })
    expect(await create()).toMatchObject({
      exitCode: 10,
      message: expect.stringContaining('holds no property with the hubSwitchId HS-1') as string,
    })
  })

  it.each([
    [429, 10, /^The service asks to come back later \(HTTP 429\), and it holds no property/],
    [503, 12, /HTTP 503.* A look-up does not find it, which proves nothing/],
  ])('put off with HTTP %i to the end: %i, and each wait is told', async (status, exit, words) => {
    told.length = 0
    onCreate = Array.from({ length: 9 }, () => putOff(status))
    expect(await create()).toMatchObject({ exitCode: exit, message: expect.stringMatching(words) as string })
    expect(told).toEqual(
      Array.from(
        { length: 4 },
        () => expect.stringMatching(new RegExp(`come back later \\(HTTP ${status}\\)\\. Waiting \\d+ s`)) as string,
      ),
    )
  })

  it('is not created again where a look finds it, with the same values or others, or fails', async () => {
    onLook = [
      there(),
      there({ name: 'Lakeview' }),
      json(500, { message: 'oops' }),
      json(403, { message: 'not you' }),
      MISSING,
    ]
    const look = () => alreadyThere(client.call, body).catch((error: unknown) => error as Fault)
    expect(await look()).toMatchObject({ there: { id: 1000001 } })
    expect(await look()).toMatchObject({
      exitCode: 7,
      message: expect.stringMatching(/1000001, which differs in name\. Nothing was sent\./) as string,
    })
    expect(await look()).toMatchObject({
      exitCode: 10,
      message: expect.stringMatching(/^Before it is created/) as string,
    })
    expect([await look(), await look()]).toEqual([{ wasAbsent: false }, { wasAbsent: true }])
  })

  it.each<[string, Reply]>([
    ['an empty 404', json(404, '')],
    [
      'a 404 of the route',
      json(404, {
        timestamp: 'x',
        status: 404,
        error: 'Not Found',
        message: 'No message available',
        path: '/api/v1/properties/x',
      }),
    ],
  ])('of a service whose look-up is %s may be created, and is not called absent after a cut', async (_, mute) => {
    onLook = [mute]
    expect(await alreadyThere(client.call, body)).toEqual({ wasAbsent: false })
    onLook = [mute, mute, mute]
    expect(
      await createProperty(client.call, body, { waitMs: [0, 1, 1], wasAbsent: false }).catch(
        (error: unknown) => error as Fault,
      ),
    ).toMatchObject({ exitCode: 12 })
    onCreate = [json(422, { result: null, status: 'fail', message: 'no code' })]
    onLook = [mute]
    expect(
      await createProperty(client.call, body, { waitMs: [0], wasAbsent: false }).catch(
        (error: unknown) => error as Fault,
      ),
    ).toMatchObject({ exitCode: 5 })
  })

  it('that is found after a cut, where nobody could look before, may be older: unknown', async () => {
    onLook = [there()]
    const fault = await createProperty(client.call, body, { waitMs: [0], wasAbsent: false }).catch(
      (error: unknown) => error as Fault,
    )
    expect(fault).toMatchObject({
      exitCode: 12,
      message: expect.stringContaining(
        'Property 1000001 exists with these values; it is not known whether by this command.',
      ) as string,
    })
  })

  it.each<[string, Reply, boolean, number, RegExp]>([
    ['shows none', MISSING, true, 5, /not like this/],
    [
      'fails',
      json(500, { message: 'oops' }),
      true,
      12,
      /not like this.* It is not known whether the service has created it\. The look-up failed: /,
    ],
    ['is cut', cut, true, 12, /The look-up failed: /],
    ['is forbidden all at once', json(403, { message: 'not you' }), true, 12, /The look-up failed: /],
    ['is forbidden as before', json(403, { message: 'not you' }), false, 5, /not like this/],
  ])('a refusal stands only as far as the look-up that %s', async (_, look, wasAbsent, exit, words) => {
    onCreate = [json(400, { message: 'not like this' })]
    onLook = [look]
    expect(
      await createProperty(client.call, body, { waitMs: [0], wasAbsent }).catch((error: unknown) => error),
    ).toMatchObject({ exitCode: exit, message: expect.stringMatching(words) as string })
  })

  it.each<[string, object, number, RegExp]>([
    [
      'no hubSwitchId',
      { hubSwitchId: null, name: 'Other house', code: 'Z' },
      12,
      /answered property 1000001 for the hubSwitchId HS-1 and does not show its hubSwitchId/,
    ],
    ['another hubSwitchId', { hubSwitchId: 'HS-2' }, 5, /about something else/],
    ['an id that no property has', { id: 5 }, 12, /answered id 5 for property HS-1/],
    [
      'less than was sent',
      { code: null, status: null, name: 'Lakeview' },
      7,
      /which differs in name and does not show its code, status\./,
    ],
    ['too little to tell', { code: null, name: null }, 7, /1000001, which does not show its code, name\./],
  ])('found with %s is not taken for it', async (_, over, exit, words) => {
    onLook = [there(over), there(over)]
    expect(await alreadyThere(client.call, body).catch((error: unknown) => error)).toMatchObject({
      exitCode: exit,
      message: expect.stringMatching(words) as string,
    })
    expect(await create()).toMatchObject({ exitCode: 12 })
  })

  it('a long wait is told again and again, and not beside other lines', async () => {
    const lines: string[] = []
    const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
    await neverSilent(
      (line) => void lines.push(line),
      async (tell) => {
        await wait(250)
        tell('own')
        await wait(20)
      },
      { silenceMs: 100 },
    )
    expect([
      lines.filter((line) => line.startsWith('Still waiting for the service')).length >= 1,
      lines.at(-1),
    ]).toEqual([true, 'own'])
  })

  it('an open question is no wait, and what it took is no part of the wait after it', async () => {
    const lines: string[] = []
    const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
    let isOpen = false
    let stood = 0
    const told = (): number => lines.length
    await neverSilent(
      (line) => void lines.push(line),
      async () => {
        isOpen = true
        await wait(120)
        expect(told()).toBe(0)
        // As long as a person at another desk takes: what is told afterwards counts none of it.
        ;[isOpen, stood] = [false, 3_600_000]
        while (told() === 0) await wait(10)
      },
      { silenceMs: 20, questions: { isOpen: () => isOpen, stoodMs: () => stood } },
    )
    expect(lines[0]).toMatch(/^Still waiting for the service, (?!1 h|60 min)/)
  })
})
