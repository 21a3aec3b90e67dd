import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPLANATIONS } from '../../../src/cli/explain/index.js'
import { ERROR_CODES, type ErrorCode, EXIT, exitOf } from '../../../src/errors.js'
import { json, type Reply, type Scripted, startScripted, text } from '../../client/scripted-server.js'
import { type Machine, type Ran, freshMachine } from '../../support/cli.js'
import { runWarm } from '../../support/warm-cli.js'

const SIGNED_IN = { HUBSWITCH_ACCESS_TOKEN: 'a-token-of-a-test' }
const HEAD = 'hotel_code,room_id,rate_plan_id,date,price\n'
const REFUSED_BY_PMS =
  '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" Version="5.000"><Errors><Error Type="3" Code="392">no such room</Error></Errors></OTA_HotelResNotifRS>'

/** The state of things that an example tells of. `service`: what a real server at the address of the profile answers. */
interface Scene {
  env?: Record<string, string>
  service?: Reply
  before?: string
}

const cut: Reply = (response) => void response.destroy()
/** It is not there before the request, whose answer is lost; afterwards nothing is answered. */
const lostAfterWrite = (): Reply => {
  let isOver = false
  return (response, request) => {
    if (request.method === 'GET' && !isOver) return json(404, { status: 'error', message: 'none' })(response, request)
    isOver = true
    cut(response, request)
  }
}

/** Those that need a second process stand below. */
const SCENES: Partial<Record<ErrorCode, Scene>> = {
  DATA_DIRECTORY: { env: { HUBSWITCH_DATA_DIR: '/dev/null/data' } },
  USAGE: {},
  PARTIAL: {},
  NO_CREDENTIALS: { service: cut },
  NO_CHANNEL_CREDENTIALS: { service: cut, env: SIGNED_IN },
  SIGN_IN_REFUSED: {
    service: json(401, { status: 'error', message: 'unknown partner' }),
    env: { HUBSWITCH_PARTNER_ID: '4711', HUBSWITCH_PARTNER_SECRET: 'not-that-of-the-partner' },
  },
  KEYCHAIN_UNAVAILABLE: { env: { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '/dev/null' } },
  NOT_FOUND: {},
  FORBIDDEN: {
    service: json(403, { status: 'error', message: 'Property 1000003 belongs to another supplier.' }),
    env: SIGNED_IN,
  },
  REFUSED: { before: 'rates push closed.csv' },
  INVALID_INPUT: {},
  GUARD_RAIL: { env: { HUBSWITCH_ACCESS: 'read-only' } },
  FINDINGS: { service: cut },
  DEADLINE: {},
  UNREACHABLE: { env: { ...SIGNED_IN, HUBSWITCH_BASE_URL: 'http://127.0.0.1:9' } },
  DAMAGED: {},
  ANSWER_UNKNOWN: { service: json(200, { result: 'many', status: 'success', message: '' }), env: SIGNED_IN },
  OUTCOME_UNKNOWN: { service: lostAfterWrite(), env: SIGNED_IN },
  PMS_REFUSED: { service: text(200, REFUSED_BY_PMS) },
}

describe('explain', () => {
  let machine: Machine
  let server: Scripted
  let reply: Reply = cut
  const run = (line: string, env: Record<string, string> = {}): Promise<Ran> =>
    runWarm(wordsOf(line), { ...machine.env, ...env })
  /** As it is typed, with the files and the servers of this test. */
  const wordsOf = (line: string): string[] =>
    line
      .replace('https://pms.example', server.url)
      .replaceAll(/\b(prices|two|closed|rejects)\.csv/g, (name) => path.join(machine.folder, name))
      .split(' ')
  const expectEnd = (code: ErrorCode, { code: exit, stderr, stdout }: Ran): void => {
    const { says } = EXPLANATIONS[code].example
    expect({ exit, says: stdout + stderr }).toEqual({
      exit: exitOf(code),
      says: expect.stringContaining(says) as string,
    })
  }

  beforeAll(async () => {
    machine = await freshMachine()
    server = await startScripted(() => (response, request) => reply(response, request))
    const { folder } = machine
    writeFileSync(path.join(folder, 'prices.csv'), `${HEAD}1000001,101,501,2027-02-30,120\n`)
    writeFileSync(
      path.join(folder, 'two.csv'),
      `${HEAD}1000001,101,501,2027-07-01,120\n1000001,101,501,2027-02-30,120\n`,
    )
    writeFileSync(
      path.join(folder, 'closed.csv'),
      'hotel_code,room_id,rate_plan_id,date,closed\n1000001,101,501,2027-07-02,true\n',
    )
    mkdirSync(path.join(folder, 'config'))
    writeFileSync(
      path.join(folder, 'config/config.yaml'),
      'profiles:\n  main: {baseUrl: "https://service.example", partnerId: "4711", store: keychain}\n',
      { mode: 0o600 },
    )
    await run('property create --file samples/property.yaml')
    for (const unit of ['double', 'seaview', 'suite']) await run(`unit add 1000001 --file samples/room-${unit}.yaml`)
    await run('rate-plan create 1000001 --file samples/rate-plan.yaml')
  })
  afterAll(async () => {
    await server.close()
    await machine.remove()
  })

  it('lacks no code, and each has its words', () => {
    expect(Object.keys(EXPLANATIONS).sort()).toEqual([...ERROR_CODES].sort())
    for (const [code, { title, cause, example, remedy }] of Object.entries(EXPLANATIONS)) {
      expect(
        [title, cause, example.when, example.says, ...remedy].every((words) => words.length > 5),
        code,
      ).toBe(true)
      expect(remedy.length, code).toBeGreaterThan(0)
    }
  })

  it.each(Object.entries(SCENES) as [ErrorCode, Scene][])('the example of %s is real', async (code, scene) => {
    const { command } = EXPLANATIONS[code].example
    const line = command.replace(/^hubswitch /, '')
    if (scene.before !== undefined) await run(scene.before)
    if (scene.service !== undefined) reply = scene.service
    const env = {
      ...(scene.service === undefined ? {} : { HUBSWITCH_BASE_URL: server.url }),
      HUBSWITCH_PARTNER_ID: '',
      ...scene.env,
      ...(code === 'DAMAGED' ? { HUBSWITCH_DATA_DIR: damaged() } : {}),
    }
    const shown = await run(line, env)
    expectEnd(code, shown)
    // A dry repetition of a write would be a write: that one is told by its words alone.
    if (['PARTIAL', 'DEADLINE', 'UNREACHABLE', 'OUTCOME_UNKNOWN'].includes(code)) return
    expect((await run(`${line} --json`, env)).json()).toMatchObject({ error: { code, exitCode: exitOf(code) } })
  })

  it('the examples of LOCKED and INTERRUPTED are real', async () => {
    const first = machine.start(wordsOf(EXPLANATIONS.INTERRUPTED.example.command.replace(/^hubswitch /, '')))
    await first.seen(/Embedded/)
    const locked = await run(EXPLANATIONS.LOCKED.example.command.replace(/^hubswitch /, ''))
    expectEnd('LOCKED', locked)
    first.kill('SIGINT')
    expectEnd('INTERRUPTED', await first.ended)
  })

  it('shows the list, one code in any spelling, the codes of an exit code, and the nearest of a wrong one', async () => {
    const all = (await run('explain --json')).json<{ code: string; exitCode: number }[]>()
    expect(all.map(({ code }) => code)).toEqual(ERROR_CODES)
    expect((await run('explain outcome-unknown')).stdout).toMatch(
      /^OUTCOME_UNKNOWN \(exit code 12\): .*\n\n[^]*\n\nExample: .*\n {2}\$ hubswitch property create [^]*\nWhat to do:\n- /,
    )
    expect((await run('explain 4 --output ndjson')).stdout.split('\n')[1]).toContain('"code":"NO_CHANNEL_CREDENTIALS"')
    expect((await run('explain 7')).stdout).toMatch(/^GUARD_RAIL /)
    expect((await run('explain 0')).stdout).toMatch(/^Exit code 0/)
    const wrong = await run('explain GARD_RAIL')
    expect([wrong.code, wrong.stderr]).toEqual([
      EXIT.usage,
      'Error: There is no code "GARD_RAIL".\nDid you mean "hubswitch explain GUARD_RAIL"? "hubswitch explain" lists the codes.\n',
    ])
    expect((await run('explain 99')).code).toBe(EXIT.usage)
  })

  /** A data directory of its own, whose journal another program has written over. */
  function damaged(): string {
    const folder = path.join(machine.folder, 'damaged')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(folder, 'journal.db'), 'x'.repeat(20_000), { mode: 0o600 })
    return folder
  }
})
