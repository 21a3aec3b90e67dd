import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openJournal } from '../../../src/journal/index.js'
import { json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../../support/cli.js'
import { runWarm } from '../../support/warm-cli.js'

const HEAD = 'hotel_code,room_id,rate_plan_id,date,price\n'

describe('a resume of a run that has nothing left', () => {
  let machine: Machine
  let server: Scripted
  const run = (...args: string[]): Promise<Ran> =>
    runWarm(args, { ...machine.env, ...SIGNED_IN, HUBSWITCH_BASE_URL: server.url })
  const SIGNED_IN = {
    HUBSWITCH_PARTNER_ID: '4711',
    HUBSWITCH_PARTNER_SECRET: 'of-the-partner',
    HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"of-duty","user":"u"}',
  }

  beforeAll(async () => {
    machine = await freshMachine()
    server = await startScripted((request) => {
      if (request.path.startsWith('/api/'))
        return json(200, { tokenType: 'Bearer', accessToken: 'a.b.c', expiresIn: 3600 })
      if (request.path.startsWith('/v1/rooms')) return json(200, { rooms: [{ id: 101, name: 'Double' }] })
      return request.body.includes('666.00')
        ? json(200, { success: false, error: { code: 'PRICE', message: 'That price is wrong.' } })
        : json(200, { success: true, error: null })
    })
    writeFileSync(
      path.join(machine.folder, 'two.csv'),
      `${HEAD}1000001,101,501,2027-07-01,120.00\n1000001,101,501,2027-07-02,666.00\n`,
    )
    expect((await run('rates', 'push', path.join(machine.folder, 'two.csv'), '--yes')).code).toBe(3)
  })
  afterAll(async () => {
    await server.close()
    await machine.remove()
  })

  it.each([['1'], ['--last']])('ends as it did, with the rows that were refused: %s', async (which) => {
    const { code, json: read } = await run('run', 'resume', which, '--yes', '--json')
    expect(code).toBe(3)
    expect(read<object>()).toMatchObject({
      run: { id: 1, state: 'partial', nights: { rejected: 1, left: 0 } },
      rejectedRows: [{ line: 3 }],
      error: { code: 'PARTIAL', exitCode: 3 },
    })
    const rejects = path.join(machine.folder, `rejects${which}.csv`)
    const told = await run('run', 'resume', which, '--yes', '--rejects', rejects)
    expect([told.code, told.stdout]).toEqual([3, expect.stringContaining(rejects)])
    expect(readFileSync(rejects, 'utf8')).toContain('666.00')
    const quiet = await run('run', 'resume', which, '--yes', '--quiet')
    expect([quiet.code, quiet.stdout + quiet.stderr]).toEqual([3, expect.stringContaining('refused')])
  })

  it('is none to a dry run, and ends with 0 where all was accepted', async () => {
    const dry = await run('run', 'resume', '1', '--dry-run')
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('nothing left to send')])
    writeFileSync(path.join(machine.folder, 'one.csv'), `${HEAD}1000001,101,501,2027-07-01,130.00\n`)
    expect((await run('rates', 'push', path.join(machine.folder, 'one.csv'), '--yes')).code).toBe(0)
    const rejects = path.join(machine.folder, 'none.csv')
    const { code, stdout } = await run('run', 'resume', '2', '--yes', '--rejects', rejects)
    expect([code, stdout, existsSync(rejects)]).toEqual([0, 'Run 2 has nothing left to send.\n', false])
  })

  it('says at once that a run was cut short while it was planned, and asks the service nothing', async () => {
    const journal = openJournal(machine.env['HUBSWITCH_DATA_DIR'] as string)
    const { target } = journal.getRun(1) as { target: { profile: string; service: string } }
    const id = journal.runs.create({ target, kind: 'rates', files: [], command: {}, wire: {} } as never)
    journal.close()
    const before = server.requests.length
    const { code, stdout, stderr } = await run('run', 'resume', String(id), '--yes')
    expect([code, stdout]).toEqual([6, ''])
    expect(stderr).toMatch(
      new RegExp(`^Error: Run ${id} was cut short while it was being planned; it never sent anything`),
    )
    expect(stderr).not.toContain('left to send')
    expect(server.requests).toHaveLength(before)
  })
})
