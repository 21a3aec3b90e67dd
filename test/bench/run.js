// The benchmark: whole processes, side by side in one run, printed as ratios. Nothing is kept in the project.
//   npm run bench                     1 million rows
//   npm run bench -- 1 5 20           so many million rows each
//   npm run bench -- 20 --repeats 1   each once instead of three times
//   npm run bench -- --file FILE --map listing_id…   a real calendar beside them
import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { groupedRows, rowsByDate, writeRows } from './calendar-file.js'
import { bin, folder, journalMb, machine, measure, parseAlone, sideBySide, startService } from './measure.js'
import { measureTransport } from './transport.js'

const here = path.dirname(fileURLToPath(import.meta.url))
const fileAt = process.argv.indexOf('--file')
const real = fileAt < 0 ? undefined : { file: process.argv[fileAt + 1], flags: process.argv.slice(fileAt + 2) }
const { values, positionals } = parseArgs({
  args: process.argv.slice(2, fileAt < 0 ? undefined : fileAt),
  options: { repeats: { type: 'string', default: '3' } },
  allowPositionals: true,
})
const millions = positionals.map(Number)
const REPEATS = Number(values.repeats)

const line = (work, ratio, asked, more = '') =>
  process.stdout.write(`${work.padEnd(58)} ${ratio.padStart(9)}  ${asked.padEnd(10)} ${more}\n`)
const times = (value) => `${value.toFixed(2)} ×`
const detail = ({ ms, cpuMs, peakMb }, rows, base) =>
  `${base === undefined ? '' : `wall ${times(ms / base.ms)}; `}CPU ${(cpuMs / 1000).toFixed(1)} s, wall ${(ms / 1000).toFixed(1)} s, ${(rows / ms / 1000).toFixed(2)} M rows/s, ${Math.round(peakMb)} MB`

async function benchFile(name, file, rows, service, flags, asks) {
  const push = (more, env = machine(service.url)) =>
    measure([bin, 'rates', 'push', file, '--json', '--yes', ...flags, ...more], env)
  await service.counts()
  let counts
  const { base, plan, send } = await sideBySide(
    {
      base: () => parseAlone(file),
      plan: () => push(['--dry-run']),
      send: async () => {
        const env = machine(service.url)
        const result = await push([], env)
        counts = await service.counts()
        return { ...result, mb: journalMb(env) }
      },
    },
    REPEATS,
    'cpuMs',
  )
  line(`${name}: csv-parse, the base`, '1', '', detail(base, rows))
  line(`${name}: parse, check, merge, plan`, times(plan.cpuMs / base.cpuMs), asks.plan, detail(plan, rows, base))
  line(
    `${name}: until every batch is acknowledged`,
    times(send.cpuMs / base.cpuMs),
    asks.send,
    `${detail(send, rows, base)}, journal ${send.mb.toFixed(1)} MB`,
  )
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
    `Node ${process.versions.node}; medians of ${REPEATS} by CPU; base: csv-parse as arrays, whole process\n`,
  )
  const peaks = []
  let posts
  for (const size of millions.length === 0 ? [1] : millions) {
    const rows = Math.round(size * 1e6)
    const file = path.join(folder, 'grouped.csv')
    writeRows(file, groupedRows(rows))
    const asks =
      size < 5
        ? { plan: '≤ 0.35 ×', send: '≤ 0.55 ×', requests: '≥ 2000' }
        : { plan: '≤ 0.22 ×', send: '≤ 0.33 ×', requests: '≥ 2000' }
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
    const rows = Number((await parseAlone(real.file)).out) - 1
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
