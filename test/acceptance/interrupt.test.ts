import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { json, type Recorded, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, ROOT } from '../support/cli.js'

/** Signals that come while one request waits for its answer. */
describe('a command that is interrupted', () => {
  let machine: Machine
  let service: Scripted
  let env: Record<string, string>
  let heard: (() => void) | undefined

  beforeAll(async () => {
    machine = await freshMachine()
    service = await startScripted((request) => {
      if (request.path === '/api/v1/partners/token' || request.query.has('partnerSecret'))
        return json(200, { tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' })
      if (request.path === '/v1/rooms')
        return json(200, { success: true, error: null, processing_times: {}, rooms: [{ id: 101 }] })
      if (request.path.startsWith('/api/v1/properties/hubswitch-property-id/'))
        return json(404, { result: null, status: 'fail', message: 'no such property' })
      return () => heard?.()
    })
    env = {
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
    }
    await writeFile(
      path.join(machine.folder, 'rates.csv'),
      'hotel_code,room_id,date,price\n1000001,101,2027-01-01,90.00\n',
    )
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  async function interrupted(signal: NodeJS.Signals, args: string[]): ReturnType<Machine['run']> {
    const waiting = new Promise<void>((resolve) => (heard = resolve))
    const command = machine.start(args, { env })
    await Promise.race([waiting, command.ended])
    command.kill(signal)
    return command.ended
  }

  const create = [
    'property',
    'create',
    '--hub-switch-id',
    'HS-1',
    '--status',
    'ACTIVE',
    '--code',
    'SEA',
    '--name',
    'Seaview',
  ]

  it.each<[NodeJS.Signals, string[], RegExp, RegExp]>([
    ['SIGINT', create, /not known whether the service has created/, /property get --hub-id HS-1/],
    ['SIGTERM', create, /not known whether the service has created/, /property get --hub-id HS-1/],
    [
      'SIGHUP',
      ['property', 'info', 'update', '1000001', '--capacity', '4'],
      /not known whether the service has/,
      /property info|property get|look/i,
    ],
    [
      'SIGTERM',
      ['unit', 'add', '1000001', '--name', '1:X', '--set', 'sellableUnitTypeId=2'],
      /not known whether the service has/,
      /unit list/,
    ],
    [
      'SIGINT',
      ['rate-plan', 'create', '1000001', '--name', '1:Flexible', '--unit', '101'],
      /not known whether the service has/,
      /product list 1000001/,
    ],
    [
      'SIGTERM',
      ['reservation', 'confirm', '900001', '--yes'],
      /not known whether the service has confirmed reservation 900001/,
      /reservation lookup --booking-id 900001/,
    ],
    ['SIGTERM', ['api', 'POST', '/api/v1/other', '--set', 'name=New'], /not known whether the service has/, /look/i],
  ])('%s while %j waits: exit 130, and that its outcome is not known', async (signal, args, message, next) => {
    const ran = await interrupted(signal, [...args, '--json'])
    expect([ran.code, ran.signal], ran.stderr + ran.stdout).toEqual([130, null])
    expect(ran.json()).toMatchObject({
      error: {
        code: 'INTERRUPTED',
        exitCode: 130,
        message: expect.stringMatching(message) as string,
        next: expect.stringMatching(next) as string,
        facts: { fate: 'unknown' },
      },
    })
  })

  it('in words as well, and a read has changed nothing', async () => {
    const [write, read] = [
      await interrupted('SIGTERM', create),
      await interrupted('SIGINT', ['property', 'get', '1000001']),
    ]
    expect([write.code, write.stderr]).toEqual([
      130,
      expect.stringMatching(/Interrupted[^]*not known whether[^]*property get --hub-id/),
    ])
    expect([read.code, read.stderr]).toEqual([
      130,
      expect.stringContaining('Interrupted. Nothing was changed at the service.'),
    ])
  })

  it('a message to a PMS that has gone out may have arrived', async () => {
    const ran = await interrupted('SIGTERM', [
      'resnotif',
      'send',
      path.join(ROOT, 'samples/notification.xml'),
      '--to',
      `${service.url}/pms`,
      '--json',
    ])
    expect([ran.code, ran.json()]).toMatchObject([
      130,
      { error: { code: 'INTERRUPTED', message: expect.stringContaining('not known whether the PMS') as string } },
    ])
  })

  it('a closed terminal ends a push as SIGTERM does', async () => {
    const waiting = new Promise<void>((resolve) => (heard = resolve))
    const push = machine.start(['rates', 'push', path.join(machine.folder, 'rates.csv'), '--yes', '--json'], { env })
    await waiting
    push.kill('SIGHUP')
    await push.seen(/Finishing the requests in flight/)
    push.kill('SIGHUP')
    const ran = await push.ended
    expect([ran.code, ran.json()]).toMatchObject([130, { error: { code: 'INTERRUPTED', facts: { run: 1 } } }])
  })
})

/** One signal each, while a push from files waits in one of its phases; the service answers in full after that. */
describe('a push that one signal interrupts', () => {
  let machine: Machine
  let service: Scripted
  let held: { at: (request: Recorded, index: number) => boolean; heard: () => void } | undefined
  let answerRates: (index: number) => ReturnType<typeof json>

  const rates = (): number => service.to('/v1/room_settings').length
  const done = { success: true, error: null, processing_times: {} }

  beforeAll(async () => {
    service = await startScripted((request) => {
      const index = service.to(request.path).length - 1
      const answer = answerOf(request, index)
      if (held?.at(request, index) !== true) return answer
      const { heard } = held
      held = undefined
      heard()
      return (response) => setTimeout(() => answer(response, request), 700)
    })
  })
  beforeEach(async () => {
    machine = await freshMachine()
    service.requests.length = 0
    answerRates = () => json(200, done)
  })
  afterEach(() => machine.remove())
  afterAll(() => service.close())

  function answerOf({ path: at, query }: Recorded, index: number): ReturnType<typeof json> {
    if (at.includes('/token') || query.has('partnerSecret'))
      return json(200, { tokenType: 'Bearer', expiresIn: 3600, accessToken: `a.b.${index}` })
    return at === '/v1/rooms' ? json(200, { ...done, rooms: [{ id: 101 }] }) : answerRates(index)
  }

  async function interruptedPush({
    signal,
    at,
    flags = [],
  }: {
    signal: NodeJS.Signals
    at: (request: Recorded, index: number) => boolean
    flags?: string[]
  }): ReturnType<Machine['run']> {
    await writeFile(
      path.join(machine.folder, 'rates.csv'),
      'hotel_code,room_id,date,price\n1000001,101,2027-01-01,90.00\n1000001,101,2027-01-02,95.00\n1000001,101,2027-01-03,97.00\n',
    )
    const env = {
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
    }
    const waiting = new Promise<void>((resolve) => (held = { at, heard: resolve }))
    const push = machine.start(
      [
        'rates',
        'push',
        path.join(machine.folder, 'rates.csv'),
        '--yes',
        '--json',
        '--entries',
        '1',
        '--split',
        'month',
        ...flags,
      ],
      { env },
    )
    await Promise.race([waiting, push.ended])
    push.kill(signal)
    return push.ended
  }

  const isToken = ({ path: at, query }: Recorded): boolean => at.includes('/token') || query.has('partnerSecret')
  const isRooms = ({ path: at }: Recorded): boolean => at === '/v1/rooms'

  it.each<[string, NodeJS.Signals, (request: Recorded) => boolean, string[]]>([
    ['it signs in', 'SIGINT', isToken, []],
    ['it signs in without asking for rooms', 'SIGTERM', isToken, ['--allow-unknown-rooms']],
    ['it asks which rooms there are', 'SIGINT', isRooms, []],
    ['it asks which rooms there are', 'SIGHUP', isRooms, []],
  ])('while %s (%s): nothing is sent, and no run is left', async (_, signal, at, flags) => {
    const ran = await interruptedPush({ signal, at, flags })
    expect([ran.code, rates(), ran.json()], ran.stderr).toMatchObject([130, 0, { error: { code: 'INTERRUPTED' } }])
    const runs = await machine.run(['run', 'list', '--json'])
    expect(runs.json()).toEqual([])
  })

  it.each<[string, (request: Recorded, index: number) => boolean, (index: number) => ReturnType<typeof json>, number]>([
    [
      'its first batch is in flight',
      ({ path: at }, index) => at === '/v1/room_settings' && index === 0,
      () => json(200, done),
      1,
    ],
    [
      'its second batch is in flight',
      ({ path: at }, index) => at === '/v1/room_settings' && index === 1,
      () => json(200, done),
      2,
    ],
    [
      'it waits before it sends a batch again',
      ({ path: at }, index) => at === '/v1/room_settings' && index === 0,
      () => json(503, {}, { 'retry-after': '2' }),
      1,
    ],
    [
      'it signs in again for a batch',
      (request, index) => isToken(request) && index > 0,
      (index) => (index === 0 ? json(401, {}) : json(200, done)),
      1,
    ],
  ])('while %s: what is in flight is finished, and nothing more is sent', async (_, at, answer, sent) => {
    answerRates = answer
    const ran = await interruptedPush({ signal: 'SIGTERM', at })
    expect([ran.code, rates(), ran.json()], ran.stderr).toMatchObject([130, sent, { run: { state: 'interrupted' } }])
  })

  it.each<[NodeJS.Signals, number]>([
    ['SIGINT', 200],
    ['SIGTERM', 422],
  ])('while the monitor is told how it ended (%s, HTTP %i): it ends as it would have', async (signal, status) => {
    answerRates = () =>
      status === 200 ? json(200, done) : json(status, { success: false, error: { code: 'E', message: 'no' } })
    const ran = await interruptedPush({
      signal,
      at: ({ path: at }) => at.startsWith('/ping/key') && !at.endsWith('/start'),
      flags: ['--ping-url', `${service.url}/ping/key`],
    })
    expect([ran.code, ran.signal], ran.stderr).toEqual([status === 200 ? 0 : 5, null])
    expect(ran.stderr).toContain('The monitor of --ping-url was not told: interrupted before it had answered.')
  })
})

/** A signal comes as soon as anything listens to one, which is before the rest of the program is loaded. */
describe('a command that is interrupted while it starts', () => {
  it.each<NodeJS.Signals>(['SIGINT', 'SIGTERM'])('ends with 130 and has done nothing (%s)', async (signal) => {
    const machine = await freshMachine()
    const preload = `process.on('newListener',(name)=>{if(name==='${signal}')setImmediate(()=>process.kill(process.pid,name))})`
    const ran = await machine
      .run(['property', 'get', '1000001'], {
        env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}` },
      })
      .finally(() => machine.remove())
    expect([ran.code, ran.signal, ran.stdout]).toEqual([130, null, ''])
    expect(ran.stderr).toMatch(
      /^(?:Embedded sandbox, not a real service\.\nError: Interrupted\. Nothing was changed at the service\.\n.*\n)?$/,
    )
  })
})
