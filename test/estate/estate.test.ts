import { Redis } from 'ioredis'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { claimKind } from '../../src/estate/index.js'
import { faultOfEstate } from '../../src/config/profiles/estate-address.js'
import { startPostgres, startRedis, WITHOUT_POSTGRES, WITHOUT_REDIS } from '../support/engines.js'
import { openTestEstate } from '../support/estate-run.js'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

describe('without an engine', () => {
  it.each(['redis://127.0.0.1:1', 'postgres://hub@127.0.0.1:1/postgres'])(
    '%s: says so, and nothing was sent',
    async (url) => {
      await expect(openTestEstate(url)).rejects.toMatchObject({
        code: 'UNREACHABLE',
        message: expect.stringContaining('ECONNREFUSED') as string,
        next: expect.stringContaining('Nothing was sent') as string,
      })
    },
  )

  it.each(['redis', 'postgres'])('says so of one that takes a connection and never answers: %s', async (kind) => {
    const { port } = await pipe()
    await expect(openTestEstate(`${kind}://hub@127.0.0.1:${port}/0`)).rejects.toMatchObject({
      code: 'UNREACHABLE',
      next: expect.stringContaining('Nothing was sent') as string,
    })
  })
})

describe.each([
  ['Redis', startRedis, WITHOUT_REDIS],
  ['PostgreSQL', startPostgres, WITHOUT_POSTGRES],
] as const)('an engine that falls silent', (name, start, without) => {
  it.skipIf(without !== undefined)(
    `is told by every command, and none says what it does not know: ${name}${without === undefined ? '' : ` (${without})`}`,
    async () => {
      const engine = await start()
      open.push(() => engine.stop())
      const between = await pipe(engine.port)
      const estate = await openTestEstate(engine.url.replace(`:${engine.port}`, `:${between.port}`), { answerMs: 300 })
      open.push(() => estate.close())
      const claim = await claimKind(estate, 'rates')
      between.freeze()
      for (const work of [
        () => estate.engine.store.field('meta', 'versions'),
        () => claimKind(estate, 'inventory'),
        () => estate.engine.counts(),
      ])
        await expect(work()).rejects.toMatchObject({
          code: 'UNREACHABLE',
          next: expect.not.stringContaining('Nothing was sent') as string,
        })
      await claim.release().catch(() => undefined)
    },
  )
})

it.skipIf(WITHOUT_REDIS !== undefined)('an engine that would lose what is put into it says so', async () => {
  const engine = await startRedis()
  open.push(() => engine.stop())
  const estate = await openTestEstate(engine.url)
  open.push(() => estate.close())
  const redis = new Redis(engine.url)
  open.push(() => redis.disconnect())
  expect(await estate.engine.weakness()).toBeUndefined()
  await redis.config('SET', 'maxmemory', '100mb')
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
  expect(await estate.engine.weakness()).toContain('maxmemory-policy allkeys-lru')
  await redis.config('SET', 'appendonly', 'no')
  expect(await estate.engine.weakness()).toContain('appendonly no')
})

it.skipIf(WITHOUT_REDIS !== undefined)('a password that an engine wants is asked for', async () => {
  const engine = await startRedis(undefined, 'of-the-engine')
  open.push(() => engine.stop())
  await expect(openTestEstate(engine.url.replace(/\/\/.*@/, '//'))).rejects.toMatchObject({
    code: 'UNREACHABLE',
    next: expect.stringContaining('HUBSWITCH_ESTATE_PASSWORD') as string,
  })
})

it.each([
  ['redis://hub:pass@host', false],
  ['redis://host?password=x', false],
  ['postgres://host/db?sslmode=require&PASSWORD=x', false],
  ['postgres://host/db?sslmode=require', true],
  ['rediss://host:6380/2', true],
  ['redis://host', true],
  ['redis://host/abc', false],
])('an address that is written down holds no password: %s', (address, isGood) => {
  expect(faultOfEstate(address) === undefined).toBe(isGood)
})

/** A way to an engine that can fall silent; without one it never says a word. */
async function pipe(to?: number): Promise<{ port: number; freeze(): void }> {
  const sockets: Socket[] = []
  let isFrozen = to === undefined
  const server = createServer((near) => {
    sockets.push(near)
    near.on('error', () => undefined)
    if (to === undefined) return
    const far = connect(to, '127.0.0.1')
    sockets.push(far)
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    near.on('data', (chunk) => isFrozen || far.write(chunk))
    far.on('data', (chunk) => isFrozen || near.write(chunk))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, freeze: () => (isFrozen = true) }
}
