import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

/** What scripts are told of lists that are one page of more, and of lists that are not there. */
describe('a list that is not whole', () => {
  let machine: Machine
  let service: Scripted
  let result: unknown
  const run = (...args: string[]): ReturnType<typeof runWarm> =>
    runWarm(args, { ...machine.env, HUBSWITCH_BASE_URL: service.url, HUBSWITCH_ACCESS_TOKEN: 'a.b.c' })
  const search = ['property', 'search', '--latitude', '48.2', '--longitude', '16.3', '--radius', '10']

  beforeAll(async () => {
    machine = await freshMachine()
    service = await startScripted(() => json(200, { result, status: 'success' }))
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  it.each([[search], [['unit', 'list', '1000001']]])('%j says on standard error how many there are', async (args) => {
    result = { content: [{ id: 1_000_001, name: 'One' }], pageNumber: 0, totalElements: 9 }
    for (const more of [[], ['--json'], ['--output', 'csv']])
      expect(await run(...args, ...more)).toMatchObject({ code: 0, stderr: '1 of 9. --all reads the rest.\n' })
    expect((await run(...args, '--quiet')).stderr).toBe('')
    result = { content: [{ id: 1_000_001, name: 'One' }], pageNumber: 0, totalElements: 1 }
    expect((await run(...args)).stderr).toBe('')
  })

  it.each([[search], [['property', 'ids', '1000001']]])('%j: null is no empty list', async (args) => {
    result = null
    const ran = await run(...args, '--json')
    expect([ran.code, ran.json()]).toMatchObject([
      12,
      { error: { code: 'ANSWER_UNKNOWN', message: expect.stringContaining('without a result') as string } },
    ])
  })
})
