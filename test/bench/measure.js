// Whole processes, measured from outside: wall time, CPU time, peak memory and what they leave on the disk.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
export const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-bench-'))
export const bin = path.join(here, '../../bin/run.cjs')

/** Runs one process to its end. */
export async function measure(args, env = {}) {
  const usage = path.join(folder, `usage-${Math.random()}.json`)
  const started = performance.now()
  const child = spawn(process.execPath, ['--require', path.join(here, 'usage.cjs'), ...args], {
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

/** csv-parse alone over a file. */
export const parseAlone = (file) => measure([path.join(here, 'base-csv-parse.js'), file])

/** Several ways in turns, so that what else the machine does meets all of them; of each the run with the median of this. */
export async function sideBySide(ways, repeats, by) {
  const found = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  for (let round = 0; round < repeats; round += 1)
    for (const [name, run] of Object.entries(ways)) found[name].push(await run(round))
  return Object.fromEntries(
    Object.entries(found).map(([name, list]) => [
      name,
      list.sort((a, b) => a[by] - b[by])[Math.floor(list.length / 2)],
    ]),
  )
}

let machines = 0
/** A machine of its own, with the compiled code that pushes before have kept, as a machine has that pushes every night: the first push of a run is without. */
export function machine(service) {
  const home = path.join(folder, `machine-${(machines += 1)}`)
  return {
    HOME: home,
    HUBSWITCH_CACHE_DIR: path.join(folder, 'cache'),
    HUBSWITCH_CONFIG_DIR: path.join(home, 'config'),
    HUBSWITCH_DATA_DIR: path.join(home, 'data'),
    HUBSWITCH_BASE_URL: service,
    HUBSWITCH_RATE: '10000',
    HUBSWITCH_PARTNER_ID: 'bench',
    HUBSWITCH_PARTNER_SECRET: 'bench',
    HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":123,"duty_code":"bench","user":"15786"}',
  }
}

/** Megabytes of a machine's journal. */
export const journalMb = ({ HUBSWITCH_DATA_DIR }) =>
  ['', '-wal'].reduce(
    (sum, beside) =>
      sum + (statSync(path.join(HUBSWITCH_DATA_DIR, `journal.db${beside}`), { throwIfNoEntry: false })?.size ?? 0),
    0,
  ) / 1e6

export async function startService() {
  const child = spawn(process.execPath, [path.join(here, 'service.js')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const url = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))
  return { url, stop: () => child.kill(), counts: async () => (await fetch(`${url}/counts`)).json() }
}
