import { type EstateCase, proveEstate } from './prove.js'

/**
 * What an estate must bear, in figures: `npx tsx test/proof/estate/run.ts <case> [hotels] [seeds]`. Cases: `limit` (a hidden limit of the partner), `networks` (the same, each
 * worker with an address of its own), `kills` (workers killed every 3 s, the engine once), `cut` (a worker cut off for 20 s), `speed` (1, 2 and 4 workers);
 * `postgres` before any of them for that engine. `networks` and `cut` need root and iproute2.
 */
const words = process.argv.slice(2)
const engine = words[0] === 'postgres' ? ('postgres' as const) : ('redis' as const)
const [name = 'limit', hotels = '1000', seeds = '1'] = engine === 'postgres' ? words.slice(1) : words
const base: EstateCase = {
  engine,
  hotels: Number(hotels),
  // Of a large estate one request a hotel, so that it ends.
  nights: Number(hotels) > 5_000 ? 8 : 20,
  workers: 4,
  concurrency: 8,
  latencyMs: 20,
  seed: 1,
}
const CASES: Record<string, EstateCase[]> = {
  limit: [{ ...base, limit: 100 }],
  networks: [{ ...base, limit: 100, hasNetworks: true }],
  kills: [{ ...base, killEveryMs: 3_000, killsEngine: true, limit: 100 }],
  cut: [{ ...base, hasNetworks: true, cutMs: 20_000, limit: 100 }],
  speed: [1, 2, 4].map((workers) => ({ ...base, workers, latencyMs: 100, ratePerSecond: 5_000 })),
}
let failures = 0
for (let seed = 1; seed <= Number(seeds); seed += 1)
  for (const one of CASES[name] ?? []) {
    const figures = await proveEstate({ ...one, seed })
    const isRight =
      figures.state === 'done' &&
      figures.differ === 0 &&
      (figures.mostAtOnce === 1 || one.killEveryMs !== undefined || one.cutMs !== undefined)
    if (!isRight) failures += 1
    process.stdout.write(
      `${JSON.stringify({ case: name, engine, workers: one.workers, seed, ok: isRight, ...figures })}\n`,
    )
  }
process.exitCode = failures === 0 ? 0 : 1
