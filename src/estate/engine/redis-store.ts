import type { Redis } from 'ioredis'
import type { Change, EstateStore, Fields, Kept } from './store.js'

/** One script, so that a change is made whole or not at all whatever dies meanwhile. Conditions, values and counters follow one another in ARGV. */
const CHANGE = `
local at = 3
local conditions = tonumber(ARGV[1])
for _ = 1, conditions do
  local found = redis.call('HGET', KEYS[tonumber(ARGV[at])], ARGV[at + 1])
  if ARGV[at + 2] == '0' then
    if found then return false end
  elseif found ~= ARGV[at + 3] then return false end
  at = at + 4
end
for _ = 1, tonumber(ARGV[2]) do
  if ARGV[at + 2] == '0' then redis.call('HDEL', KEYS[tonumber(ARGV[at])], ARGV[at + 1])
  else redis.call('HSET', KEYS[tonumber(ARGV[at])], ARGV[at + 1], ARGV[at + 3]) end
  at = at + 4
end
local counts = {}
while at <= #ARGV do
  counts[#counts + 1] = redis.call('HINCRBY', KEYS[tonumber(ARGV[at])], ARGV[at + 1], ARGV[at + 2])
  at = at + 3
end
return counts
`

const NAME = 'changeEstate'

/** The script by name: its text is sent once. */
type Scripted = Record<typeof NAME, (...args: (string | number | Buffer)[]) => Promise<unknown>>

/** Keys in flight at once where many are read. */
const READ_AT_ONCE = 200

/** Hashes of Redis or Valkey under one prefix. */
export class RedisStore implements EstateStore {
  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {
    redis.defineCommand(NAME, { lua: CHANGE })
  }

  async now(): Promise<number> {
    const [seconds, micros] = await this.redis.time()
    return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000)
  }

  async read(key: string): Promise<Fields> {
    return new Map(Object.entries(await this.redis.hgetallBuffer(this.prefix + key)))
  }

  async readAll(keys: readonly string[]): Promise<Fields[]> {
    const all: Fields[] = []
    for (let at = 0; at < keys.length; at += READ_AT_ONCE)
      all.push(...(await Promise.all(keys.slice(at, at + READ_AT_ONCE).map((key) => this.read(key)))))
    return all
  }

  async field(key: string, field: string): Promise<Kept> {
    return (await this.redis.hgetBuffer(this.prefix + key, field)) ?? undefined
  }

  async change({ when = [], set = [], add = [] }: Change): Promise<number[] | undefined> {
    const keys = [...new Set([...when, ...set, ...add].map(({ key }) => key))]
    const place = (key: string): number => keys.indexOf(key) + 1
    const text = (value: string | Buffer | undefined) => (value === undefined ? ['0', ''] : ['1', value])
    const counts: unknown = await (this.redis as Redis & Scripted)[NAME](
      keys.length,
      ...keys.map((key) => this.prefix + key),
      when.length,
      set.length,
      ...when.flatMap(({ key, field, is }) => [place(key), field, ...text(is)]),
      ...set.flatMap(({ key, field, value }) => [place(key), field, ...text(value)]),
      ...add.flatMap(({ key, field, by }) => [place(key), field, by]),
    )
    return Array.isArray(counts) ? counts.map(Number) : undefined
  }

  async forget(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += READ_AT_ONCE)
      await this.redis.unlink(...keys.slice(at, at + READ_AT_ONCE).map((key) => this.prefix + key))
  }

  async close(): Promise<void> {
    this.redis.disconnect()
    return Promise.resolve()
  }
}
