import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startForwarder } from '../../../src/cli/forward/forwarder.js'
import { createKeeper } from '../../../src/cli/forward/keeper.js'
import { createReader, type Reader } from '../../../src/cli/forward/reader.js'
import { type AnswerJob, type LookJob, lookAt, type Looked, tell, type Told } from '../../../src/cli/forward/reading.js'
import { ExchangeStore, readExchange } from '../../../src/cli/forward/store.js'
import type { Exchange } from '../../../src/cli/forward/exchange.js'
import { createRelay } from '../../../src/client/index.js'
import { type Reply, startScripted } from '../../client/scripted-server.js'
import { ROOT } from '../../support/cli.js'
import { opened } from '../../support/open-things.js'
import { MESSAGE, post, TAKEN, taken, until } from './bench.js'

const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-reader-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const readers: Reader[] = []
afterEach(async () => {
  for (const one of readers.splice(0)) await one.close()
})
const readerOf = (how: Parameters<typeof createReader>[0]): Reader => {
  const reader = createReader(how)
  readers.push(reader)
  return reader
}

const SCRIPT = path.join(ROOT, 'bin/reader-thread.cjs')
const text = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
/** As many reservations as make it so large. */
function dense(bytes: number): Buffer {
  const [one = ''] = /<HotelReservation[\s>][\s\S]*<\/HotelReservation>/.exec(text) ?? []
  return Buffer.from(text.replace(one, one.repeat(Math.ceil(bytes / one.length))))
}
const jobOf = (body: Buffer, more: Partial<LookJob> = {}): LookJob => ({ kind: 'message', body, secrets: [], ...more })
const answerJobOf = (answer: string): AnswerJob => ({
  kind: 'answer',
  status: 200,
  headers: {},
  text: answer,
  bytes: answer.length,
  url: 'http://127.0.0.1:9/pms',
  asked: { ids: [], isRepeated: false },
  secrets: [],
})
const LONG_ANSWER = TAKEN.replace(
  '<Success/>',
  `<Success/>${'<Warnings><Warning Type="3">x</Warning></Warnings>'.repeat(900)}`,
)

describe('reading what passes', () => {
  it('a small message is read at once, a large one in a thread of its own, with the same result', async () => {
    const reader = readerOf({ script: SCRIPT })
    expect(reader.look(jobOf(MESSAGE))).toEqual(lookAt(jobOf(MESSAGE)))
    const [large, packed] = [jobOf(dense(400_000)), jobOf(gzipSync(dense(100_000)), { encoding: 'gzip' })]
    const [first, second, third] = [reader.look(large), reader.look(packed), reader.tell(answerJobOf(LONG_ANSWER))]
    expect([first, second, third].every((one) => one instanceof Promise)).toBe(true)
    let turns = 0
    const turning = setInterval(() => turns++, 1)
    expect(await first).toEqual(lookAt(large))
    clearInterval(turning)
    // This thread went on meanwhile.
    expect(turns).toBeGreaterThan(5)
    expect(await second).toEqual(lookAt(packed))
    expect(await third).toEqual(tell(answerJobOf(LONG_ANSWER)))
    expect(reader.tell(answerJobOf(TAKEN))).toMatchObject({ state: expect.any(String) as string })
  })

  it('without the thread it is read here', async () => {
    const job = jobOf(dense(50_000))
    for (const script of [undefined, path.join(base, 'not-there.cjs')])
      expect(await readerOf({ script }).look(job)).toEqual(lookAt(job))
  })

  it('what takes too long is told as not read, and the next one is read', async () => {
    const reader = readerOf({ script: SCRIPT, readMsMax: 1 })
    expect(await reader.look(jobOf(dense(1_500_000)))).toMatchObject({
      notLinted: 'reading it took too long',
      notKept: 'reading it took too long',
    })
    expect(await reader.tell(answerJobOf(LONG_ANSWER))).toMatchObject({ state: 'unknown' })
    expect(reader.look(jobOf(MESSAGE))).toEqual(lookAt(jobOf(MESSAGE)))
  })

  it('what waits for too much else, or for the end, is told as not read', async () => {
    const reader = readerOf({ script: SCRIPT })
    const large = jobOf(Buffer.alloc(31_000_000, ' '))
    const first = reader.look(large)
    expect(await reader.look(large)).toMatchObject({ notLinted: 'too many large messages were waiting to be read' })
    await reader.close()
    expect(await first).toMatchObject({ notLinted: 'the listener ended before it was read' })
    expect(await reader.look(large)).toMatchObject({ notLinted: 'the listener ended before it was read' })
  })
})

/** A forwarder whose reader waits until it is told to go on. */
async function held(name: string, reply: Reply) {
  const pms = await startScripted(() => reply)
  const relay = createRelay({ to: `${pms.url}/pms`, timeoutMs: 20_000, answerBytesMax: 1_000_000 })
  const folder = path.join(base, name)
  const store = await ExchangeStore.open(folder, { keep: 100, bytesMax: 10_000_000 })
  let go = (): void => undefined
  const gate = new Promise<void>((resolve) => (go = resolve))
  const later = <T>(work: () => T): Promise<T> => gate.then(work)
  const isLong = ({ length }: Uint8Array | string): boolean => length > 32_768
  const seen: Omit<Exchange, 'id'>[] = []
  const forwarder = await startForwarder({
    host: '127.0.0.1',
    port: 0,
    relay,
    keepsRefused: false,
    keeper: createKeeper(store, { folder, timeoutMs: 60_000, alert: () => undefined }),
    reader: {
      look: (job): Looked | Promise<Looked> => (isLong(job.body) ? later(() => lookAt(job)) : lookAt(job)),
      tell: (job): Told | Promise<Told> => (isLong(job.text) ? later(() => tell(job)) : tell(job)),
      close: () => Promise.resolve(),
    },
    onExchange: (exchange) => seen.push(exchange),
    onRemark: () => undefined,
  })
  opened.push(pms, relay, forwarder)
  return { url: forwarder.url, pms, folder, seen, go }
}

describe('a message that takes long to read', () => {
  it('goes on, and its answer back, before it is read; by then what there is of it is on disk', async () => {
    const bench = await held('message', taken)
    const body = dense(100_000)
    const got = await post(bench.url, body)
    expect([got.status, String(got.body)]).toEqual([200, TAKEN])
    expect(bench.pms.requests[0]?.bytes.equals(body)).toBe(true)
    expect(bench.seen).toEqual([])
    const notYet = 'it is large, and is still being read'
    expect(await readExchange(bench.folder, 1)).toMatchObject({
      answer: { status: 200, body: TAKEN },
      notLinted: notYet,
      errors: null,
      request: { bytes: body.length, notKept: notYet },
    })
    // Others do not wait for it.
    expect((await post(bench.url, MESSAGE)).status).toBe(200)
    await until(() => bench.seen.length === 1)
    expect(bench.seen[0]).toMatchObject({ state: 'delivered', errors: 0 })
    bench.go()
    await until(() => bench.seen.length === 2)
    const whole = await readExchange(bench.folder, 1)
    expect(whole).toMatchObject({
      answer: { status: 200, body: TAKEN },
      hotel: '1000001',
      errors: expect.any(Number) as number,
    })
    expect(whole.request.body?.length).toBeGreaterThan(90_000)
    expect(whole).not.toHaveProperty('notLinted')
  })

  it('has a record of its own before the answer, once it is read', async () => {
    let answer = (): void => undefined
    const bench = await held('before', (response) => {
      answer = () => void response.writeHead(200, { 'content-type': 'text/xml' }).end(TAKEN)
    })
    const posted = post(bench.url, dense(100_000))
    await until(() => bench.pms.requests.length === 1)
    expect(await readExchange(bench.folder, 1)).toMatchObject({
      unanswered: 'under way',
      notLinted: expect.any(String) as string,
    })
    bench.go()
    for (let tries = 0; tries < 500 && (await readExchange(bench.folder, 1)).request.body === undefined; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await readExchange(bench.folder, 1)).toMatchObject({ unanswered: 'under way', hotel: '1000001' })
    answer()
    expect((await posted).status).toBe(200)
    await until(() => bench.seen.length === 1)
    expect(await readExchange(bench.folder, 1)).not.toHaveProperty('unanswered')
  })

  it('so does a large answer', async () => {
    const bench = await held(
      'answer',
      (response) => void response.writeHead(200, { 'content-type': 'text/xml' }).end(LONG_ANSWER),
    )
    expect(String((await post(bench.url, MESSAGE)).body)).toBe(LONG_ANSWER)
    expect(await readExchange(bench.folder, 1)).toMatchObject({
      state: 'unknown',
      bookingId: 'HS-20270701-1',
      summary: 'The PMS answered HTTP 200; its answer is large, and is still being read.',
      answer: { status: 200, body: '', notKept: expect.stringContaining('still being read') as string },
    })
    bench.go()
    await until(() => bench.seen.length === 1)
    expect((await readExchange(bench.folder, 1)).answer?.body).toContain('<Warning')
  })
})
