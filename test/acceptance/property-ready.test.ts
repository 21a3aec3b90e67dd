import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Machine, type Ran, freshMachine } from '../support/cli.js'
import { startTestSandbox } from '../support/sandbox.js'
import { runWarm } from '../support/warm-cli.js'

interface Told {
  ready: boolean | null
  missing: number
  unknown: number
  needs: { need: string; state: string; says: string; next?: string }[]
}

describe('hubswitch property ready', () => {
  let machine: Machine
  const run = (line: string, env: Record<string, string> = {}): Promise<Ran> =>
    runWarm(line.split(' '), { ...machine.env, ...env })
  const told = async (
    args: string,
    env: Record<string, string> = {},
  ): Promise<Told & { code: number | null; states: Record<string, string> }> => {
    const ran = await run(`property ready 1000001 --json ${args}`.trim(), env)
    const data = ran.json<Told>()
    return { ...data, code: ran.code, states: Object.fromEntries(data.needs.map(({ need, state }) => [need, state])) }
  }
  beforeAll(async () => {
    machine = await freshMachine()
    await run('property create --hub-switch-id HS-R --code R --name Ready --status INACTIVE')
  })
  afterAll(() => machine.remove())

  it('names what is missing, and following what it says makes the property ready', async () => {
    const bare = await told('--nights 2')
    expect([bare.code, bare.ready]).toEqual([8, false])
    expect(bare.states).toMatchObject({
      status: 'missing',
      currency: 'missing',
      units: 'missing',
      'rate-plan': 'missing',
      nights: 'missing',
      coordinates: 'missing',
      'time-zone': 'missing',
    })
    const typed: string[] = []
    for (let round = 0; round < 3; round++) {
      const { needs } = await told('--nights 2')
      for (const { next, state } of needs) {
        if (state !== 'missing' || next === undefined || !next.startsWith('hubswitch ')) continue
        const line = next
          .replace('LATITUDE', '48.2')
          .replace('LONGITUDE', '16.4')
          .replace('TIME_ZONE', 'Europe/Vienna')
          .replace('--unit ID', '--unit 101')
          .replace('hubswitch ', '')
        if (typed.includes(line)) continue
        typed.push(line)
        await run(line)
      }
    }
    const done = await told('--nights 2')
    expect(done.needs.filter(({ state }) => state === 'missing')).toEqual([])
    expect([done.code, done.ready]).toEqual([0, true])
  })

  it('finds nights that nobody can book, and a room that is never on offer', async () => {
    await run('unit add 1000001 --file samples/room-suite.yaml')
    const { states, needs, code } = await told('--from 2027-07-01 --nights 5')
    expect(code).toBe(8)
    expect(states).toMatchObject({ 'rate-plan': 'missing', rooms: 'missing', nights: 'ok' })
    expect(needs.find(({ need }) => need === 'rate-plan')?.says).toMatch(/^No rate plan sells room \d+\.$/)
    const closed = 'hotel_code,room_id,rate_plan_id,from,to,closed\n1000001,101,501,2027-07-02,2027-07-03,true\n'
    await machine.run(['rates', 'push', '-', '--yes'], { stdin: closed })
    const after = await told('--from 2027-07-01 --nights 5')
    const nights = after.needs.find(({ need }) => need === 'nights')
    expect(nights?.says).toMatch(/^2 nights of 5 cannot be booked: 2027-07-02 to 2027-07-03\./)
  })

  it('tells a minimum stay from nights that are not sold', async () => {
    const stays = 'hotel_code,room_id,rate_plan_id,from,to,min_stay\n1000001,101,501,2027-08-01,2027-08-20,3\n'
    await machine.run(['rates', 'push', '-', '--yes'], { stdin: stays })
    expect((await told('--from 2027-08-01 --nights 4')).states['nights']).toBe('ok')
  })

  it('says "unknown" where it may not look, and never "ready" then', async () => {
    const sandbox = await startTestSandbox()
    try {
      const supplier = await sandbox.as('demo-supplier')
      await supplier.post('/api/v1/properties', {
        hubSwitchId: 'A',
        status: 'ACTIVE',
        code: 'A',
        name: 'A',
        homeCurrencyCode: 'EUR',
      })
      const { states, ready, needs, code } = await told('', {
        HUBSWITCH_BASE_URL: sandbox.url,
        HUBSWITCH_ACCESS_TOKEN: supplier.token,
      })
      expect([code, ready]).toEqual([8, false])
      expect(states).toMatchObject({ 'rate-plan': 'unknown', nights: 'unknown', status: 'ok' })
      expect(needs.find(({ need }) => need === 'nights')?.next).toContain('--distributor-id')
      expect(sandbox.log.every(({ method, path }) => method === 'GET' || /get-token|properties$/.test(path))).toBe(true)
    } finally {
      await sandbox.close()
    }
  })

  it('is exit 5 for a property that is not there', async () =>
    expect((await run('property ready 1000777')).code).toBe(5))
})
