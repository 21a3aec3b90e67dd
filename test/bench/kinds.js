// Files of each kind, by how many different sets of values they hold: the curve from a file in which every set comes again to one in which hardly any does.
//   npm run bench:kinds                       1 million rows of each kind
//   npm run bench:kinds -- 3 --kind by-room --sets 105000,0
//   npm run bench:kinds -- 1 --against OTHER/bin/run.cjs    another build in turns with this one
import { rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ofKind, writeRows } from './calendar-file.js'
import { bin, folder, journalMb, machine, measure, parseAlone, sideBySide, startService } from './measure.js'

const { values, positionals } = parseArgs({
  options: {
    repeats: { type: 'string', default: '1' },
    kind: { type: 'string', default: 'by-date,by-room,one-room-hotels' },
    sets: { type: 'string', default: '350,20000,105000,0' },
    against: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const rows = Math.round(Number(positionals[0] ?? 1) * 1e6)
const builds = [bin, ...values.against]
const times = (value) => value.toFixed(2).padStart(6)

/** One line a file: CPU and wall against csv-parse alone of the same round, the highest memory, and what the journal has grown to. */
async function benchKind(service, kind, sets) {
  const file = path.join(folder, 'kind.csv')
  writeRows(file, ofKind(kind, rows, sets))
  const ways = { base: () => parseAlone(file) }
  for (const [at, build] of builds.entries()) {
    const push = (env, more) => measure([build, 'rates', 'push', file, '--json', '--yes', ...more], env)
    ways[`plan ${at}`] = () => push(machine(service.url), ['--dry-run'])
    ways[`send ${at}`] = async () => {
      const env = machine(service.url)
      const result = await push(env, [])
      const mb = journalMb(env)
      rmSync(path.dirname(env.HUBSWITCH_DATA_DIR), { recursive: true, force: true })
      return { ...result, mb }
    }
  }
  const found = await sideBySide(ways, Number(values.repeats), 'cpuMs')
  for (const at of builds.keys()) {
    const [base, plan, send] = [found.base, found[`plan ${at}`], found[`send ${at}`]]
    const name = `${kind}, ${sets === 0 ? 'hardly any twice' : `${sets.toLocaleString('en')} sets`}`
    process.stdout.write(
      `${(at === 0 ? name : '  against').padEnd(36)} CPU ${times(plan.cpuMs / base.cpuMs)} ${times(send.cpuMs / base.cpuMs)}   wall ${times(plan.ms / base.ms)} ${times(send.ms / base.ms)}   ${String(Math.round(Math.max(plan.peakMb, send.peakMb))).padStart(4)} MB   journal ${send.mb.toFixed(1).padStart(6)} MB   ${(plan.cpuMs / 1000).toFixed(2)} s ${(send.cpuMs / 1000).toFixed(2)} s\n`,
    )
  }
}

const service = await startService()
try {
  process.stdout.write(
    `Node ${process.versions.node}; ${rows.toLocaleString('en')} rows a file; planned and acknowledged ÷ csv-parse alone; medians of ${values.repeats} by CPU\n`,
  )
  for (const kind of values.kind.split(','))
    for (const sets of kind === 'one-room-hotels' ? [0] : values.sets.split(',').map(Number))
      await benchKind(service, kind, sets)
} finally {
  service.stop()
  rmSync(folder, { recursive: true, force: true })
}
