// The benchmark: whole processes, side by side in one run, printed as ratios. Nothing is kept in the project.
//   npm run bench                     1 million rows
//   npm run bench -- 1 5 20           so many million rows each
//   npm run bench -- 20 --repeats 1   each once instead of three times
//   npm run bench -- --file FILE --map listing_id…   a real calendar beside them
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { groupedRows, rowsByDate, writeRows } from './calendar-file.js'
import { measureTransport } from './transport.js'

const here = path.dirname(fileURLToPath(import.meta.url))
const bin = path.join(here, '../../bin/run.cjs')
const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-bench-'))
const fileAt = process.argv.indexOf('--file')
const real = fileAt < 0 ? undefined : { file: process.argv[fileAt + 1], flags: process.argv.slice(fileAt + 2) }
const { values, positionals } = parseArgs({
  args: process.argv.slice(2, fileAt < 0 ? undefined : fileAt),
  options: { repeats: { type: 'string', default: '3' } },
  allowPositionals: true,
})
const millions = positionals.map(Number)
const REPEATS = Number(values.repeats)

/** Runs one process to its end: wall time, CPU time and peak memory. */
async function measure(args, env = {}) {
  const usage = path.join(folder, `usage-${Math.random()}.json`)
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', pathToFileURL(path.join(here, 'usage.js')).href, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BENCH_USAGE: usage, ...env },
  })
  let out = ''
  let error = ''
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (error += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${error.slice(-2000)}`)
  return { ms: performance.now() - started, out, ...JSON.parse(readFileSync(usage, 'utf8')) }
}

/** Several ways in turns, so that what else the machine does meets all of them; the median of each. */
async function sideBySide(ways) {
  const found = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  for (let round = 0; round < REPEATS; round += 1)
    for (const [name, run] of Object.entries(ways)) found[name].push(await run(round))
  return Object.fromEntries(
    Object.entries(found).map(([name, list]) => [name, list.sort((a, b) => a.ms - b.ms)[Math.floor(list.length / 2)]]),
  )
}

let machines = 0
const machine = (service) => {
  const home = path.join(folder, `machine-${(machines += 1)}`)
  return {
    HUBSWITCH_CONFIG_DIR: path.join(home, 'config'),
    HUBSWITCH_DATA_DIR: path.join(home, 'data'),
    HUBSWITCH_BASE_URL: service,
    HUBSWITCH_RATE: '10000',
    HUBSWITCH_PARTNER_ID: 'bench',
    HUBSWITCH_PARTNER_SECRET: 'bench',
    HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":123,"duty_code":"bench","user":"15786"}',
  }
}

async function startService() {
  const child = spawn(process.execPath, [path.join(here, 'service.js')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const url = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))
  return { url, stop: () => child.kill(), counts: async () => (await fetch(`${url}/counts`)).json() }
}

const line = (work, ratio, asked, more = '') =>
  process.stdout.write(`${work.padEnd(58)} ${ratio.padStart(9)}  ${asked.padEnd(10)} ${more}\n`)
const times = (value) => `${value.toFixed(2)} ×`
const detail = ({ ms, peakMb }, rows) =>
  `${(ms / 1000).toFixed(1)} s, ${(rows / ms / 1000).toFixed(2)} M rows/s, ${Math.round(peakMb)} MB`

async function benchFile(name, file, rows, service, flags, asks) {
  const push = (more) =>
    measure([bin, 'rates', 'push', file, '--json', '--yes', ...flags, ...more], machine(service.url))
  await service.counts()
  let counts
  const { base, plan, send } = await sideBySide({
    base: () => measure([path.join(here, 'base-csv-parse.js'), file]),
    plan: () => push(['--dry-run']),
    send: async () => {
      const result = await push([])
      counts = await service.counts()
      return result
    },
  })
  line(`${name}: csv-parse, the base`, '1', '', detail(base, rows))
  line(`${name}: parse, check, merge, plan`, times(plan.ms / base.ms), asks.plan, detail(plan, rows))
  line(`${name}: until every batch is acknowledged`, times(send.ms / base.ms), asks.send, detail(send, rows))
  line(
    `${name}: rows a request`,
    String(Math.round(rows / counts.requests)),
    asks.requests,
    `${counts.requests} requests, ${(counts.bytes / 1e6).toFixed(1)} MB`,
  )
  return { base, plan, send, counts }
}

const POSTS = [
  { way: 'fetch', words: 'fetch in sequence', most: 3000, asked: '≥ 300 ×' },
  { way: 'undici', words: 'undici, 32 at a time', most: 12_000, asked: '≥ 40 ×' },
]

/** What one POST a row takes and sends, by way: a part of the file is enough. */
async function measurePosts(file, service) {
  const found = []
  for (const { way, words, most, asked } of POSTS) {
    const { ms, rows, bytes } = JSON.parse(
      (await measure([path.join(here, 'base-post.js'), service.url, way, file, String(most)])).out,
    )
    found.push({ words, asked, ms: ms / rows, bytes: bytes / rows })
  }
  return found
}

async function comparePosts(posts, { name, file, rows, service }, { send, counts }) {
  for (const { words, asked, ms } of posts)
    line(
      `${name}: one POST a row, ${words}`,
      `${Math.round(ms / (send.ms / rows))} ×`,
      asked,
      `${ms.toFixed(2)} ms a row`,
    )
  const againstPosts = (bytes) => times(bytes / rows / posts.at(-1).bytes)
  line(`${name}: bytes against one POST a row`, againstPosts(counts.bytes), '≤ 0.25')
  await service.counts()
  await measure([bin, 'rates', 'push', file, '--gzip', '--json', '--yes'], machine(service.url))
  line(`${name}: the same with --gzip`, againstPosts((await service.counts()).bytes), '≤ 0.02')
}

const service = await startService()
try {
  process.stdout.write(
    `Node ${process.versions.node}; medians of ${REPEATS}; base: csv-parse as arrays, whole process\n`,
  )
  const peaks = []
  let posts
  for (const size of millions.length === 0 ? [1] : millions) {
    const rows = Math.round(size * 1e6)
    const file = path.join(folder, 'grouped.csv')
    writeRows(file, groupedRows(rows))
    const asks =
      size < 5
        ? { plan: '', send: '≤ 0.60 ×', requests: '≥ 2000' }
        : { plan: '≤ 0.35 ×', send: '≤ 0.50 ×', requests: '≥ 2000' }
    const name = `${size} M rows, grouped (${Math.round(statSync(file).size / 1e6)} MB)`
    const result = await benchFile(name, file, rows, service, [], asks)
    peaks.push({ size, peak: Math.max(result.plan.peakMb, result.send.peakMb) })
    posts ??= await measurePosts(file, service)
    await comparePosts(posts, { name, file, rows, service }, result)
  }
  for (const { size, peak } of peaks)
    line(
      `peak memory at ${size} M rows`,
      `${Math.round(peak)} MB`,
      '≤ 200 MB',
      peaks.length > 1 ? `${times(peak / peaks[0].peak)} of the first` : '',
    )
  const byDate = path.join(folder, 'by-date.csv')
  writeRows(byDate, rowsByDate(1e6))
  await benchFile('1 M rows by date, nothing merges', byDate, 1e6, service, [], {
    plan: '≤ 1.2 ×',
    send: '',
    requests: '',
  })
  for (const { size, wrk, undici, transport, client } of await measureTransport(service.url, REPEATS)) {
    line(
      `transport against wrk, bodies of ${size} KB, 8 at a time`,
      times(transport / wrk),
      '≥ 0.75 ×',
      `${Math.round(transport)} and ${Math.round(wrk)} requests/s; undici alone ${times(undici / wrk)}, a whole call of the client ${times(client / wrk)}`,
    )
  }
  if (real !== undefined) {
    const rows = Number((await measure([path.join(here, 'base-csv-parse.js'), real.file])).out) - 1
    await benchFile(path.basename(real.file), real.file, rows, service, real.flags, {
      plan: '',
      send: '',
      requests: '',
    })
  }
} finally {
  service.stop()
  rmSync(folder, { recursive: true, force: true })
}
