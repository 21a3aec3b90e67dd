import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournal } from '../../src/journal/index.js'
import { type Machine, type Ran, freshMachine } from '../support/cli.js'
import { type TestSandbox, startTestSandbox } from '../support/sandbox.js'
import { runWarm } from '../support/warm-cli.js'

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: object
  afterMs?: number
  /** The answer waits for this. */
  after?: Promise<unknown>
}

interface Write {
  kind: 'rates' | 'inventory'
  hotel: number
  at: number
}

interface Pushed {
  run: {
    id: number
    state: string
    throttled: number
    failed: number
    nights: { acknowledged: number; rejected: number; left: number }
  }
  error?: { code: string; message: string; next: string; exitCode: number }
}

const HOTELS = 16
const GOOD = { success: true, error: null, processing_times: {} }
/** 2030-01-01 */
const NIGHT = 21_915

/** A line to the sandbox on which the test holds up, spoils or passes on each write. */
async function startLine(
  sandbox: TestSandbox,
): Promise<{ server: Server; url: string; writes: Write[]; answer: (write: Write, index: number) => Answer }> {
  const line = {
    server: createServer(),
    url: '',
    writes: [] as Write[],
    answer: (_write: Write, _index: number): Answer => ({}),
  }
  line.server.on('request', (request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      // A test may end while an answer of it is still on its way.
      const pass = (): Promise<void> => passOn().catch(() => void response.destroy())
      const passOn = async (): Promise<void> => {
        const { authorization = '', 'content-type': type = 'application/json' } = request.headers
        const passed = await fetch(sandbox.url + request.url, {
          method: request.method ?? 'GET',
          headers: { authorization, 'content-type': type },
          ...(text === '' ? {} : { body: text }),
        })
        response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text())
      }
      const isRates = request.url === '/v1/room_settings'
      if (!isRates && request.url !== '/v1/inventory') return void pass()
      const { hotel_code: hotel } = JSON.parse(text) as { hotel_code: number }
      const write: Write = { kind: isRates ? 'rates' : 'inventory', hotel, at: Date.now() }
      line.writes.push(write)
      const { status = 200, headers = {}, body, afterMs = 0, after } = line.answer(write, line.writes.length - 1)
      void Promise.resolve(after)
        .then(() => sleep(afterMs))
        .then(() => {
          if (body === undefined && status === 200) return pass()
          response
            .writeHead(status, { 'content-type': 'application/json', ...headers })
            .end(JSON.stringify(body ?? GOOD))
        })
    })
  })
  line.server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => line.server.listen(0, '127.0.0.1', resolve))
  line.url = `http://127.0.0.1:${(line.server.address() as AddressInfo).port}`
  return line
}

describe('a push from the command line and what the service makes of it', () => {
  let machine: Machine
  let sandbox: TestSandbox
  let line: Awaited<ReturnType<typeof startLine>>
  let env: Record<string, string>
  let rates: string
  let inventory: string
  let isOver: boolean

  beforeEach(async () => {
    isOver = false
    machine = await freshMachine()
    sandbox = await startTestSandbox()
    sandbox.sandbox.seed({
      properties: Array.from({ length: HOTELS }, (_, i) => ({
        name: `Hotel ${i}`,
        code: `H${i}`,
        hubSwitchId: `H${i}`,
        units: [{ name: 'Double', count: 4, basePrice: 90 }],
      })),
    })
    line = await startLine(sandbox)
    rates = path.join(machine.folder, 'rates.csv')
    inventory = path.join(machine.folder, 'inventory.csv')
    const rows = (value: string): string =>
      Array.from({ length: HOTELS }, (_, i) => `${1_000_001 + i},${101 + i},2030-01-01,${value}\n`).join('')
    await writeFile(rates, `hotel_code,room_id,date,price\n${rows('120.00')}`)
    await writeFile(inventory, `hotel_code,room_id,date,availability\n${rows('3')}`)
    env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: line.url,
      HUBSWITCH_PARTNER_ID: 'demo-supplier',
      HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":15786,"duty_code":"sandbox-duty","user":"demo"}',
      HUBSWITCH_CONCURRENCY: '2',
    }
  })
  afterEach(async () => {
    isOver = true
    line.server.closeAllConnections()
    line.server.close()
    await sandbox.close()
    await machine.remove()
  })

  /** In this process: nothing else of it is at work. */
  const run = (...args: string[]): Promise<Ran> => runWarm(args, env)
  const push = (...more: string[]): Promise<Ran> => run('rates', 'push', rates, '--yes', '--json', ...more)
  const startPush = (): ReturnType<Machine['start']> =>
    machine.start(['rates', 'push', rates, '--yes', '--json'], { env })
  const hotelsOf = (writes: readonly Write[]): number[] => [...new Set(writes.map(({ hotel }) => hotel))]
  /** Hotels whose night the service has set. */
  const priced = (): number =>
    [...sandbox.sandbox.settings()].filter(({ night, price }) => night === NIGHT && price !== undefined).length

  /** Waits for what another process does; a process that ends first fails the test. */
  async function until(isSo: () => boolean, process: ReturnType<Machine['start']>): Promise<void> {
    let ended: Ran | undefined
    void process.ended.then((ran) => (ended = ran))
    while (!isSo() && !isOver) {
      if (ended !== undefined) throw new Error(`ended with ${String(ended.code)}: ${ended.stdout}${ended.stderr}`)
      await sleep(50)
    }
  }

  /** Resolves when a process has asked run 1 to stop. */
  async function whenStopAsked(): Promise<void> {
    const journal = openJournal(env['HUBSWITCH_DATA_DIR'])
    while (!isOver && !journal.stops.isAsked(1)) await sleep(50)
    journal.close()
  }

  function gate(): { opened: Promise<void>; open(): void } {
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    return { opened, open: () => open() }
  }

  it('429 with Retry-After is waited for and refuses no row', async () => {
    line.answer = (_write, index) =>
      index === 3 ? { status: 429, headers: { 'retry-after': '1' }, body: { success: false } } : {}
    const { code, json } = await push()
    expect(code).toBe(0)
    expect(json<Pushed>().run).toMatchObject({
      state: 'done',
      throttled: 1,
      nights: { acknowledged: HOTELS, rejected: 0, left: 0 },
    })
    const [refused, again] = line.writes.filter(({ hotel }) => hotel === line.writes[3]?.hotel)
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(950)
    expect(priced()).toBe(HOTELS)
  })

  it('a service that fails for all hotels stops the push: exit 10, no row judged, all of it resumable', async () => {
    line.answer = () => ({ status: 500, body: { message: 'out of order' } })
    const { code, json } = await push()
    expect(code).toBe(10)
    expect(json<Pushed>()).toMatchObject({
      run: { state: 'stopped', nights: { acknowledged: 0, rejected: 0, left: HOTELS } },
      error: { code: 'UNREACHABLE' },
    })
    // What the service may have applied is looked at before it is sent again.
    const { unanswered = 0 } = json<{ run: { nights: { unanswered?: number } } }>().run.nights
    expect(unanswered).toBeGreaterThan(0)
    const next = `"hubswitch run verify 1" shows what the service holds of ${unanswered === 1 ? 'the night' : `${unanswered} nights`} without a usable answer; then "hubswitch run resume 1" sends the rest`
    expect(json<Pushed>().error?.next).toBe(`${next}; what was acknowledged is not sent again.`)
    expect((await run('run', 'show', '1')).stdout).toContain(`${next}.`)
    expect(line.writes.length).toBeLessThan(20)
    line.answer = () => ({})
    expect((await run('run', 'resume', '--last')).code).toBe(0)
    expect(priced()).toBe(HOTELS)
  })

  it('hotel after hotel refused for one reason stops it: exit 5 and resumable; --keep-going has each judged', async () => {
    line.answer = () => ({
      body: { success: false, error: { code: 'NO_CONTRACT', message: 'The account has no contract.' } },
    })
    const stopped = await push()
    expect(stopped.code).toBe(5)
    expect(stopped.json<Pushed>()).toMatchObject({
      run: { nights: { rejected: 0, left: HOTELS } },
      error: { code: 'REFUSED', exitCode: 5 },
    })
    expect(hotelsOf(line.writes).length).toBeLessThan(HOTELS)
    const all = await run('run', 'resume', '--last', '--keep-going', '--json')
    expect(all.code).toBe(5)
    expect(all.json<Pushed>().run).toMatchObject({ state: 'partial', nights: { rejected: HOTELS, left: 0 } })
    expect(priced()).toBe(0)
  })

  it('--deadline ends it with exit 9, and the rest can be resumed', async () => {
    // Longer than the deadline in all, however fast the machine; a slow one sends less, or nothing.
    line.answer = () => ({ afterMs: 400 })
    const late = await push('--deadline', '3s', '--concurrency', '1')
    expect(late.code).toBe(9)
    const { run: sent, error } = late.json<Pushed>()
    expect(error?.code).toBe('DEADLINE')
    expect(error?.next).toContain('run resume 1')
    expect(sent.nights.left).toBeGreaterThan(0)
    // The one in flight at the deadline may or may not have been applied.
    const cut = line.writes.length - sent.nights.acknowledged
    expect([0, 1]).toContain(cut)
    expect([0, cut]).toContain(priced() - sent.nights.acknowledged)
    line.answer = () => ({})
    expect((await run('run', 'resume', String(sent.id))).code).toBe(0)
    // Nothing that was acknowledged was sent again.
    expect(line.writes).toHaveLength(HOTELS + cut)
    expect(priced()).toBe(HOTELS)
    expect((await run('run', 'resume', '--last', '--deadline', 'soon')).code).toBe(2)
  })

  it('run stop halts it from another process, which says so on both sides', async () => {
    const { opened, open } = gate()
    line.answer = () => ({ after: opened, afterMs: 500 })
    const pushing = startPush()
    await until(() => line.writes.length > 0, pushing)
    void whenStopAsked().then(open)
    const stopping = await run('run', 'stop', '--last', '--wait', '3m', '--json')
    const ended = await pushing.ended
    expect(stopping.code).toBe(0)
    expect(stopping.json()).toMatchObject({ run: 1, stopped: true, process: pushing.pid, state: 'interrupted' })
    expect(ended.code).toBe(130)
    expect(ended.json<Pushed>().error?.message).toContain('another process')
    expect(ended.json<Pushed>().error?.next).toContain('run resume 1')
    expect(ended.json<Pushed>().run.nights.acknowledged).toBe(line.writes.length)
    expect(priced()).toBe(line.writes.length)
    const idle = await run('run', 'stop', '1', '--json')
    expect(idle.code).toBe(0)
    expect(idle.json()).toMatchObject({
      stopped: false,
      state: 'interrupted',
      nights: { left: HOTELS - line.writes.length },
    })
    line.answer = () => ({})
    expect((await run('run', 'resume', '1')).code).toBe(0)
    expect([line.writes.length, priced()]).toEqual([HOTELS, HOTELS])
  })

  it('run stop says of a push that was killed that nobody sends it', async () => {
    line.answer = () => ({ after: new Promise(() => undefined) })
    const pushing = startPush()
    await until(() => line.writes.length > 0, pushing)
    pushing.kill('SIGKILL')
    await pushing.ended
    const { code, stdout } = await run('run', 'stop', '--last')
    expect(code).toBe(0)
    expect(stdout).toContain('its process has gone')
    expect(stdout).toContain('run resume 1')
    line.answer = () => ({})
    expect((await run('run', 'resume', '--last')).code).toBe(0)
    expect(priced()).toBe(HOTELS)
  })

  it('rates and inventory of one service go side by side; another push or resume of the kind that is at work is locked out', async () => {
    const { opened, open } = gate()
    line.answer = ({ kind }) => (kind === 'rates' ? { after: opened, afterMs: 500 } : {})
    const pushing = startPush()
    await until(() => line.writes.length > 0, pushing)
    const beside = await run('inventory', 'push', inventory, '--yes', '--json')
    expect(beside.code).toBe(0)
    expect(beside.json<Pushed>().run.nights.acknowledged).toBe(HOTELS)
    expect([...sandbox.sandbox.inventory()].filter(({ night }) => night === NIGHT)).toHaveLength(HOTELS)
    for (const locked of [await run('run', 'resume', '1', '--json'), await push()]) {
      expect([locked.code, locked.json<Pushed>().error?.code]).toEqual([11, 'LOCKED'])
      expect(locked.json()).not.toHaveProperty('run')
    }
    void whenStopAsked().then(open)
    expect((await run('run', 'stop', '1', '--wait', '3m')).code).toBe(0)
    const ended = await pushing.ended
    expect(ended.code).toBe(130)
    expect(ended.json<Pushed>().run).toMatchObject({
      id: 1,
      state: 'interrupted',
      nights: { acknowledged: priced(), rejected: 0, left: HOTELS - priced() },
    })
  })
})
