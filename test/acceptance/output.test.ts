import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Machine, type Ran, freshMachine } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

describe('what every command does the same way', () => {
  let machine: Machine
  const run = (args: readonly string[]): Promise<Ran> => runWarm(args, machine.env)
  beforeAll(async () => {
    machine = await freshMachine()
    await run(['property', 'create', '--file', 'samples/property.yaml'])
    await run(['unit', 'add', '1000001', '--file', 'samples/room-double.yaml'])
  })
  afterAll(() => machine.remove())

  it('one JSON document on stdout, also on failure', async () => {
    const found = await run(['property', 'get', '1000001', '--json'])
    expect(found.json()).toMatchObject({ id: 1000001 })
    const missing = await run(['property', 'get', '1000777', '--json'])
    expect(missing.code).toBe(5)
    expect(missing.json()).toMatchObject({ error: { code: 'NOT_FOUND', exitCode: 5 } })
    const wrong = await machine.run(['property', 'get', '1000001', '--nonsense', '--json'])
    expect(wrong.code).toBe(2)
    expect(wrong.json()).toMatchObject({ error: { code: 'USAGE' } })
  })

  it.each([
    ['property crate', 'Did you mean "hubswitch property create"?'],
    ['help property crate', 'Did you mean "hubswitch property create"?'],
    ['SANDBOX outbox show', 'Did you mean "hubswitch sandbox outbox show"?'],
    ['sandbox outbox lits', 'Did you mean "hubswitch sandbox outbox list"?'],
    ['Sandbox outbox', 'Did you mean "hubswitch sandbox outbox"?'],
    ['nonsense', 'Run "hubswitch help" to see the commands.'],
    ['help nonsense', 'Run "hubswitch help" to see the commands.'],
  ])('an unknown command is exit 2 with the nearest one, if any: %s', async (line, next) => {
    const { code, stdout, stderr } = await run(line.split(' '))
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(`Error: There is no command "${line.replace('help ', '')}".\n${next}\n`)
  })

  it.each([
    ['facilities', 'facilities\tnone'],
    ['main-media', 'media\tnone'],
    ['info-reviews', 'propertyInfo\tnone'],
  ])('property get --with %s says where there is none', async (extra, line) => {
    expect((await run(['property', 'get', '1000001', '--with', extra])).stdout.split('\n')).toContain(line)
  })

  it('in a pipe: tab-separated, no head, no colour', async () => {
    const { stdout } = await run(['unit', 'list', '1000001', '--columns', 'id,name,units'])
    expect(stdout).toBe('101\tDouble room\t12\n')
  })

  it('--output csv, ndjson, yaml, table', async () => {
    const flags = ['unit', 'types', '--output']
    expect((await run([...flags, 'csv'])).stdout).toBe(
      'id,code,name\r\n1,room,Room\r\n2,meal,Meal\r\n3,extra,Extra\r\n',
    )
    expect((await run([...flags, 'ndjson'])).stdout.split('\n')[0]).toBe('{"id":1,"code":"room","name":"Room"}')
    expect((await run([...flags, 'yaml'])).stdout).toContain('- id: 1\n  code: room')
    expect((await run([...flags, 'table'])).stdout.split('\n')[0]).toMatch(/id\s+code\s+name/)
  })

  it('--quiet leaves only data; --debug traces without secrets', async () => {
    expect((await run(['unit', 'types', '-q'])).stderr).toBe('')
    const { stderr, code } = await run(['room', 'list', '1000001', '--debug'])
    expect(code).toBe(0)
    expect(stderr).toContain('/v1/rooms')
    for (const secret of ['sandbox-supplier', 'sandbox-duty', 'eyJ']) expect(stderr).not.toContain(secret)
  })

  it('property create names the missing fields and their flags', async () => {
    const { code, json } = await run(['property', 'create', '--name', 'X', '--json'])
    expect(code).toBe(2)
    const { error } = json<{ error: { findings: { field: string; remedy: string }[] } }>()
    expect(error.findings.map(({ field }) => field)).toEqual(['hubSwitchId', 'status', 'code'])
    expect(error.findings[0]?.remedy).toContain('--hub-switch-id')
  })

  it('property update maps the one spelling and refuses what an update lacks', async () => {
    const updated = await run(['property', 'update', '1000001', '--company-organisation-number', 'HRB 1', '--json'])
    expect(updated.code).toBe(0)
    expect(JSON.stringify(updated.json())).toContain('HRB 1')
    const refused = await run(['property', 'update', '1000001', '--tax-id', 'T1', '--json'])
    expect(refused.code).toBe(6)
    expect(JSON.stringify(refused.json())).toContain('when the property is created')
  })

  it('api calls any endpoint, with the channel credentials put in', async () => {
    const rooms = await run(['api', 'POST', '/v1/rooms', '--set', 'hotel_code=1000001'])
    expect([rooms.code, JSON.parse(rooms.stdout)]).toEqual([
      0,
      expect.objectContaining({ rooms: expect.any(Array) as unknown[] }),
    ])
    expect(JSON.parse((await run(['api', 'GET', '/api/v1/partners/get-info'])).stdout)).toMatchObject({
      result: { partnerId: 'demo-supplier' },
    })
    expect((await run(['api', 'GET', '/api/v1/partners/get-info', '--output', 'table'])).stdout).not.toContain('{')
    expect((await run(['api', 'GET', '/api/v1/partners/get-info', '--json'])).json()).toMatchObject({
      result: { partnerId: 'demo-supplier' },
    })
    expect((await run(['api', 'GET', '/api/v1/nothing'])).code).toBe(5)
  })

  it.each([
    [{ CI: 'true' }, false],
    [{ CI: 'true', FORCE_COLOR: '1' }, true],
  ])('with %j in a pipe: colours %s', async (env, isPainted) => {
    const { stdout, stderr } = await machine.run(['rates', 'push', 'not-there.csv', '--yes'], {
      env: { ...env, NO_COLOR: '' } as Record<string, string>,
    })
    expect((stdout + stderr).includes('\u001b[')).toBe(isPainted)
  })

  it('profiles: set, use, list, remove; secrets in a file only when asked', async () => {
    expect((await run(['profile', 'set', 'far', '--base-url', 'http://far.example'])).code).toBe(2)
    expect((await run(['profile', 'set', 'far', '--base-url', 'https://far.example', '--partner-id', '9'])).code).toBe(
      0,
    )
    expect((await run(['profile', 'use', 'far'])).code).toBe(0)
    expect((await run(['auth', 'status', '--json'])).json()).toMatchObject({ error: { code: 'NO_CREDENTIALS' } })
    expect((await run(['profile', 'remove', 'far'])).code).toBe(2)
    expect((await run(['profile', 'remove', 'far', '--yes'])).code).toBe(0)
    expect((await run(['profile', 'list', '--columns', 'name'])).stdout).toBe('sandbox\n')
  })

  it('login keeps the secret in the file that was asked for, and logout removes it', async () => {
    const login = await machine.run(
      ['auth', 'login', '--partner-id', 'demo-operator', '--secret-stdin', '--store', 'file'],
      { stdin: 'sandbox-operator\n' },
    )
    expect(login.code).toBe(0)
    expect(login.stdout + login.stderr).not.toContain('sandbox-operator')
    expect((await run(['auth', 'whoami', '--columns', 'partnerId'])).stdout).toBe('partnerId\tdemo-operator\n')
    expect((await run(['auth', 'logout'])).code).toBe(0)
    expect((await run(['auth', 'whoami', '--columns', 'partnerId'])).stdout).toBe('partnerId\tdemo-supplier\n')
  })
})
