import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  json,
  problem,
  type Recorded,
  type Reply,
  type Scripted,
  startScripted,
  success,
  withTokens,
} from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const house = { id: 1000009, hubSwitchId: 'HS-A', status: 'ACTIVE', code: 'A', name: 'House A' }
const none = { content: [], totalElements: 0 }
const DOCUMENT =
  'property: { hubSwitchId: HS-A, status: ACTIVE, code: A, name: House A }\nunits:\n  - { sellableUnitTypeId: 1, names: [{ text: Bed, languageId: 1 }], noOfSellableUnits: 2 }\n'

/** Nothing is created twice, and nothing of another house is changed, whatever the service answers to the looks before. */
describe('property apply', () => {
  let machine: Machine
  let service: Scripted
  let files: string[]
  let answers: Record<string, Reply> = {}
  let waiting: (() => void)[] = []
  const writes = (): string[] =>
    service.requests.filter(({ method }) => method !== 'GET').map(({ method, path: to }) => `${method} ${to}`)
  const tokens = /partners/
  const sent = (): string[] => writes().filter((one) => !tokens.test(one))
  const env = (): Record<string, string> => ({
    ...machine.env,
    HUBSWITCH_BASE_URL: service.url,
    HUBSWITCH_PARTNER_ID: '4711',
    HUBSWITCH_PARTNER_SECRET: 'apply-secret',
  })
  const apply = (...args: string[]): Promise<Ran> => runWarm(['property', 'apply', ...args, '--yes', '--json'], env())
  const errorOf = (ran: Ran) =>
    ran.json<{ error: { message: string; next: string; findings: Record<string, unknown>[] } }>().error
  const usual = ({ method, path: to }: Recorded): Reply => {
    if (to.endsWith('/hubswitch-property-id/HS-A')) return success(house)
    if (to.endsWith('/by-property')) return success(none)
    if (method === 'POST' && to === '/api/v1/sellable-unit') return success({ id: 101 })
    return problem(404, 'no such property')
  }

  beforeAll(async () => {
    machine = await freshMachine()
    service = await startScripted(
      withTokens((request) => answers[`${request.method} ${request.path}`] ?? usual(request)),
    )
    files = ['d.yaml', 'e.yaml'].map((name) => path.join(machine.folder, name))
    for (const file of files) await writeFile(file, DOCUMENT)
  })
  beforeEach(() => {
    answers = {}
    waiting = []
    service.requests.length = 0
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  it.each<[string, Reply]>([
    ['still processing', json(200, { status: 'processing', result: none })],
    ['HTTP 202', json(202, { status: 'success', result: none })],
    ['null', success(null)],
    ['null units', success({ content: null })],
  ])('adds no unit where the list of units is %s', async (_, reply) => {
    answers = { 'GET /api/v1/sellable-unit/paging/by-property': reply }
    expect((await apply(files[0] as string)).code).toBe(12)
    expect(sent()).toEqual([])
  })

  it.each<[string, object, number, RegExp]>([
    ['no hubSwitchId', { ...house, hubSwitchId: undefined, name: 'Other house' }, 12, /does not show its hubSwitchId/],
    ['another hubSwitchId', { ...house, hubSwitchId: 'HS-B' }, 5, /about something else/],
    ['an id that no property has', { ...house, id: 5 }, 12, /answered id 5/],
  ])('changes nothing of a house that is found with %s', async (_, found, code, words) => {
    answers = { 'GET /api/v1/properties/hubswitch-property-id/HS-A': success(found) }
    const ran = await apply(files[0] as string)
    expect([ran.code, errorOf(ran).message, sent()]).toEqual([code, expect.stringMatching(words), []])
  })

  it('names file and line of a unit that may be there already', async () => {
    answers = {
      'GET /api/v1/sellable-unit/paging/by-property': success({
        content: [{ id: 101, sellableUnitTypeId: 1, names: [{ text: 'Bunk', languageId: 1 }] }],
        totalElements: 1,
      }),
    }
    const ran = await apply(files[0] as string)
    expect([ran.code, sent(), errorOf(ran).findings]).toEqual([
      6,
      [],
      [
        expect.objectContaining({
          file: files[0],
          line: 3,
          field: 'units[0]',
          remedy: expect.stringContaining('id: 101') as string,
        }),
      ],
    ])
  })

  it('refuses two documents of one house, naming both', async () => {
    const ran = await apply(...files)
    expect([ran.code, sent(), errorOf(ran).findings.map(({ file, line }) => [file, line])]).toEqual([
      6,
      [],
      files.map((file) => [file, 1]),
    ])
  })

  const written = async (name: string, hubSwitchId: string): Promise<string> => {
    const file = path.join(machine.folder, name)
    await writeFile(file, DOCUMENT.replace('HS-A', hubSwitchId))
    return file
  }

  it('refuses two documents of one house in other capitals', async () => {
    const ran = await apply(files[0] as string, await written('small.yaml', 'hs-a'))
    expect([ran.code, sent(), errorOf(ran).message]).toEqual([6, [], expect.stringContaining('hs-a (capitals aside)')])
  })

  it.each([
    ['"HS-A "', 6, /must not begin or end with a blank/],
    ["' HS-A'", 6, /must not begin or end with a blank/],
    ['hs-a', 7, /but 1000009 has HS-A, which differs only in capitals/],
  ])('creates no second house as %s', async (hubSwitchId, code, words) => {
    const file = await written('again.yaml', hubSwitchId)
    for (const ran of [
      await apply(file),
      await runWarm(
        [
          'property',
          'create',
          '--hub-switch-id',
          hubSwitchId.replaceAll(/["']/g, ''),
          '--status',
          'ACTIVE',
          '--code',
          'A',
          '--name',
          'House A',
          '--json',
        ],
        env(),
      ),
    ]) {
      expect([ran.code, sent(), ran.stdout + ran.stderr]).toEqual([code, [], expect.stringMatching(words)])
    }
  })

  it.each([
    ['apply', 'property', 'apply', 'd.yaml', '--yes'],
    [
      'create',
      'property',
      'create',
      '--hub-switch-id',
      'HS-A',
      '--status',
      'ACTIVE',
      '--code',
      'A',
      '--name',
      'House A',
    ],
  ])(
    'a second process that would %s the same new house meanwhile is refused',
    async (_, ...args) => {
      const missing = problem(404, 'no such property')
      answers = {
        'GET /api/v1/properties/hubswitch-property-id/HS-A': (response, request) => {
          waiting.push(() => missing(response, request))
          if (waiting.length === 1) setTimeout(() => waiting.forEach((go) => go()), 4_000)
          else waiting.at(-1)?.()
        },
        'POST /api/v1/properties': success(house),
      }
      const first = machine.run(['property', 'apply', files[0] as string, '--yes'], { env: env() })
      while (waiting.length === 0) await new Promise((resolve) => void setTimeout(resolve, 20))
      const second = await runWarm(
        [...args.map((arg) => (arg === 'd.yaml' ? (files[0] as string) : arg)), '--json'],
        env(),
      )
      expect([second.code, errorOf(second).message]).toEqual([
        11,
        expect.stringContaining('the apply of property HS-A'),
      ])
      expect((await first).code).toBe(0)
      expect(sent()).toEqual(['POST /api/v1/properties', 'POST /api/v1/sellable-unit'])
    },
    30_000,
  )
})
