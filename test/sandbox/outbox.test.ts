import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { OutboxMessage } from '../../src/sandbox/index.js'
import { cut, silent, text, type Reply as Answer, type Scripted } from '../client/scripted-server.js'
import { accepted, notProcessed, refusedWith, startBooking, startPms, until, type BookingSandbox } from '../support/pms.js'
import { temporaryDirectory } from '../support/sandbox.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function pmsWith(...answers: [Answer, ...Answer[]]): Promise<Scripted> {
  const pms = await startPms(...answers)
  closers.push(() => pms.close())
  return pms
}

/** A sandbox whose notifications go to this PMS. */
async function sandboxTo(pms: Scripted | undefined, options: Parameters<typeof startBooking>[0] = {}, address: object = {}): Promise<BookingSandbox> {
  const sandbox = await startBooking(options)
  closers.push(() => sandbox.close())
  if (pms !== undefined) sandbox.sandbox.outbox.setAddress({ url: `${pms.url}/in`, envelope: 'none', auth: 'none', ...address })
  return sandbox
}

const only = ({ sandbox }: BookingSandbox): OutboxMessage => sandbox.outbox.list()[0] as OutboxMessage
const ended = (sandbox: BookingSandbox): Promise<void> => until(() => sandbox.sandbox.outbox.list().every(({ state }) => state !== 'waiting'))

describe('the notification of a confirmed reservation', () => {
  it('arrives at the PMS, and the answer of confirm says so already', async () => {
    const pms = await pmsWith(accepted)
    const sandbox = await sandboxTo(pms, { confirmWaitMs: 5000 })
    const bookingId = await sandbox.hold()
    expect((await sandbox.lookup(bookingId))['delivery']).toEqual({ state: 'not_sent', message: 'Pending reservations are not sent.' })
    expect(await sandbox.confirm(bookingId)).toMatchObject({ status: 'confirmed', delivery: { state: 'delivered', message: 'The PMS took the reservation.' } })
    expect(pms.requests).toHaveLength(1)
    const [request] = pms.requests
    expect(request?.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(request?.body).toContain('ResStatus="Commit"')
    expect(request?.body).toContain('TimeStamp="2027-05-01T12:00:00.000Z"')
    // Two units of one product: 1 and 2.
    const guests = [...(request?.body ?? '').matchAll(/<ResGuest\b[^>]*>/g)].map(([tag]) => [/ResGuestRPH="([^"]*)"/.exec(tag)?.[1], /GroupEventCode="([^"]*)"/.exec(tag)?.[1]])
    expect(guests).toEqual([['1-101-501', '1'], ['1-101-501', '2']])
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({ state: 'delivered' })
    expect(only(sandbox)).toMatchObject({ kind: 'commit', state: 'delivered', attempts: 1, httpStatus: 200 })
  })

  it('waits where no address is known, and goes out when there is one', async () => {
    const pms = await pmsWith(accepted)
    const sandbox = await sandboxTo(undefined, { confirmWaitMs: 5000 })
    const started = performance.now()
    const bookingId = await sandbox.book()
    expect(performance.now() - started).toBeLessThan(3000)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({ state: 'not_sent', message: expect.stringMatching(/^No PMS address is known\./) as string })
    sandbox.sandbox.outbox.setAddress({ url: pms.url, envelope: 'none', auth: 'none' })
    await ended(sandbox)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({ state: 'delivered' })
  })

  it('goes out in an envelope with its token, and the secret stays out of the data', async () => {
    const folder = temporaryDirectory()
    closers.push(folder.remove)
    const pms = await pmsWith(accepted)
    const credentials = () => Promise.resolve({ username: 'hotel', password: 'pms-password-7' })
    const sandbox = await sandboxTo(pms, { dataDir: folder.dir, pms: { credentials } }, { envelope: 'soap11', auth: 'username-token' })
    await sandbox.book()
    await ended(sandbox)
    sandbox.sandbox.outbox.setAddress({ url: pms.url, envelope: 'none', auth: 'basic' })
    await sandbox.book()
    await ended(sandbox)
    const [wrapped, basic] = pms.requests
    expect(wrapped?.body).toMatch(/Envelope[\s\S]*pms-password-7[\s\S]*OTA_HotelResNotifRQ/)
    expect(wrapped?.headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(basic?.headers['authorization']).toBe(`Basic ${Buffer.from('hotel:pms-password-7').toString('base64')}`)
    for (const file of ['sandbox.sqlite', 'sandbox.sqlite-wal']) expect(readFileSync(path.join(folder.dir, file), 'latin1').includes('pms-password-7')).toBe(false)
  })

  it('is a dead letter where a name cannot stand in XML; the reservation is confirmed all the same', async () => {
    const pms = await pmsWith(accepted)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book({ booker: { firstName: 'A\u0001', lastName: 'Lovelace' } })
    expect(await sandbox.lookup(bookingId)).toMatchObject({ status: 'confirmed', delivery: { state: 'failed', message: expect.stringContaining('booker.firstName') as string } })
    expect(pms.requests).toHaveLength(0)
  })
})

describe('what the PMS answers', () => {
  it.each<[string, Answer, RegExp]>([
    ['an error that stays', refusedWith(392), /code 392/],
    ['words without XML', text(200, 'OK'), /not XML/],
    ['an HTTP refusal', text(403, 'no'), /HTTP 403/],
    ['Success with something left undone', notProcessed, /did not process/],
    ['that it exists already, at the first attempt', refusedWith(127), /already/],
  ])('%s is final: one attempt, a dead letter', async (_, answer, says) => {
    const pms = await pmsWith(answer)
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(await sandbox.lookup(bookingId)).toMatchObject({ status: 'confirmed', delivery: { state: 'failed', message: expect.stringMatching(says) as string } })
    expect(pms.requests).toHaveLength(1)
  })

  it('an error that passes is tried again with growing waits, until it is taken', async () => {
    const pms = await pmsWith(refusedWith(448), refusedWith(448), refusedWith(448), accepted)
    const sandbox = await sandboxTo(pms, { times: { baseMs: 150 } })
    const bookingId = await sandbox.book()
    await until(() => only(sandbox).attempts === 1 && only(sandbox).leaseUntil === 0)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({ state: 'not_sent', message: expect.stringMatching(/^Attempt 1 failed: .*code 448.*; the next is due in 1 s\.$/) as string })
    await ended(sandbox)
    expect((await sandbox.lookup(bookingId))['delivery']).toMatchObject({ state: 'delivered' })
    const at = pms.requests.map((request) => request.at)
    const gaps = at.slice(1).map((time, i) => time - (at[i] as number))
    // 150, 300, 600 ms, each up to a quarter longer.
    for (const [i, least] of [150, 300, 600].entries()) expect(gaps[i]).toBeGreaterThanOrEqual(least - 5)
    expect(gaps).toHaveLength(3)
  })

  it.each<[string, Answer]>([['HTTP 500', text(500, 'broken')], ['a cut connection', cut], ['no answer in time', silent]])('%s is tried again', async (_, answer) => {
    const pms = await pmsWith(answer, answer, accepted)
    const sandbox = await sandboxTo(pms, { times: { timeoutMs: 200 } })
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(await sandbox.lookup(bookingId)).toMatchObject({ delivery: { state: 'delivered' } })
    expect(pms.requests).toHaveLength(3)
  })

  it('after the last attempt it is a dead letter', async () => {
    const pms = await pmsWith(text(503, ''))
    const sandbox = await sandboxTo(pms, { times: { attempts: 3, baseMs: 20 } })
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(await sandbox.lookup(bookingId)).toMatchObject({ delivery: { state: 'failed', message: 'The PMS answered HTTP 503.' } })
    expect(pms.requests).toHaveLength(3)
  })

  it('"exists already" after a cut answer means that it had arrived', async () => {
    const pms = await pmsWith(cut, refusedWith(127))
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(await sandbox.lookup(bookingId)).toMatchObject({ delivery: { state: 'delivered' } })
    expect(pms.requests).toHaveLength(2)
  })
})

describe('sending again', () => {
  it('a dead letter gets a new series of attempts', async () => {
    const pms = await pmsWith(refusedWith(392), accepted, refusedWith(127))
    const sandbox = await sandboxTo(pms)
    const bookingId = await sandbox.book()
    await ended(sandbox)
    expect(await sandbox.sandbox.outbox.resend('failed')).toMatchObject([{ state: 'delivered', attempts: 2, seriesAttempts: 1 }])
    expect(await sandbox.lookup(bookingId)).toMatchObject({ delivery: { state: 'delivered' } })
    expect(await sandbox.sandbox.outbox.resend('failed')).toEqual([])
    // One that was delivered: the PMS has it already.
    expect(await sandbox.sandbox.outbox.resend([1])).toMatchObject([{ state: 'delivered', attempts: 3 }])
  })

  it('says what it cannot do', async () => {
    const sandbox = await sandboxTo(undefined)
    await sandbox.book()
    await expect(sandbox.sandbox.outbox.resend([1])).rejects.toMatchObject({ code: 'USAGE' })
    await expect(sandbox.sandbox.outbox.resend([99])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    sandbox.sandbox.outbox.setAddress({ url: 'http://127.0.0.1:9', envelope: 'none', auth: 'basic' })
    await expect(sandbox.sandbox.outbox.resend([1])).rejects.toMatchObject({ code: 'NO_CREDENTIALS' })
  })

  it.each(['http://pms.example/in', 'ftp://pms.example', 'https://user:word@pms.example', 'pms.example', 'https://pms.example/#x'])('the address %s is refused', async (url) => {
    const { sandbox } = await sandboxTo(undefined)
    expect(() => sandbox.outbox.setAddress({ url, envelope: 'none', auth: 'none' })).toThrow(/address of the PMS/)
    expect(() => sandbox.outbox.setAddress({ url: 'https://pms.example/in', envelope: 'none', auth: 'username-token' })).toThrow(/envelope/)
    expect(sandbox.outbox.address).toBeUndefined()
  })
})

describe('processes', () => {
  it('closing gives what is due its first attempt', async () => {
    const pms = await pmsWith(text(200, ''), accepted)
    const folder = temporaryDirectory()
    closers.push(folder.remove)
    const slow: Answer = (response, request) => void setTimeout(() => accepted(response, request), 300)
    const waiting = await pmsWith(slow)
    const sandbox = await startBooking({ dataDir: folder.dir })
    sandbox.sandbox.outbox.setAddress({ url: waiting.url, envelope: 'none', auth: 'none' })
    await sandbox.book()
    await sandbox.book()
    await sandbox.close()
    expect(waiting.requests).toHaveLength(2)
    const again = await startBooking({ dataDir: folder.dir })
    closers.push(() => again.close())
    expect(again.sandbox.outbox.list().map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    expect(pms.requests).toHaveLength(0)
  })

  it('two on one directory deliver each message once', async () => {
    const pms = await pmsWith((response, request) => void setTimeout(() => accepted(response, request), 5))
    const folder = temporaryDirectory()
    closers.push(folder.remove)
    const one = await sandboxTo(undefined, { dataDir: folder.dir, times: { pollMs: 20 } })
    const other = await sandboxTo(undefined, { dataDir: folder.dir, times: { pollMs: 20 } })
    const count = 20
    const stay = (at: number) => ({ checkInDate: `2027-0${6 + (at % 3)}-${10 + at}`, checkOutDate: `2027-0${6 + (at % 3)}-${11 + at}` })
    for (let at = 0; at < count; at += 1) await one.book(stay(at % 18))
    one.sandbox.outbox.setAddress({ url: pms.url, envelope: 'none', auth: 'none' })
    other.sandbox.outbox.wake()
    await ended(one)
    expect(pms.requests).toHaveLength(count)
    const ids = pms.requests.map(({ body }) => /EchoToken="(\d+)"/.exec(body)?.[1])
    expect(new Set(ids).size).toBe(count)
    expect(one.sandbox.outbox.list().map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(Array.from({ length: count }, () => 'delivered 1'))
  })

  it('a lease of a process that died runs out, and the message goes again', async () => {
    const folder = temporaryDirectory()
    closers.push(folder.remove)
    const silentPms = await pmsWith(silent)
    const dead = await startBooking({ dataDir: folder.dir, times: { timeoutMs: 400, closeMs: 0 } })
    dead.sandbox.outbox.setAddress({ url: silentPms.url, envelope: 'none', auth: 'none' })
    await dead.book()
    await until(() => silentPms.requests.length === 1)
    await dead.close()
    const pms = await pmsWith(refusedWith(127))
    const heir = await sandboxTo(pms, { dataDir: folder.dir, times: { pollMs: 50 } })
    expect(only(heir)).toMatchObject({ state: 'waiting', attempts: 1 })
    await ended(heir)
    // The attempt of the dead one counts, so "exists already" is good news.
    expect(only(heir)).toMatchObject({ state: 'delivered', attempts: 2 })
  })
})
