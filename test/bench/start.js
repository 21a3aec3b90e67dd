// How much CPU a start takes, as ratios to `node -e 0`: whole processes, in turns, the median of each. Asks for bash, whose `time` knows what a child has used.
//   npm run bench:start
//   npm run bench:start -- --beside ../other-checkout   a second built checkout, side by side
//   npm run bench:start -- --rounds 31 --node "$(command -v node)" --only help --no-cache
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    node: { type: 'string', default: process.execPath },
    beside: { type: 'string' },
    only: { type: 'string' },
    'no-cache': { type: 'boolean', default: false },
  },
})
const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-start-'))
const rates = path.join(folder, 'rates.csv')
writeFileSync(rates, 'hotel_code,room_id,rate_plan_id,date,price\n')

/** Each with the ratio that is asked for on Node 20. */
const COMMANDS = [
  ['--version', 1.15],
  ['--help', 2],
  ['rates push --help', 2],
  ['profile list', 3],
  ['auth status', 3],
  [`resnotif preview ${path.join(here, 'samples/reservation.yaml')}`, 4.5],
  [`rates push ${rates} --dry-run`, 4.5],
  ['property get 1000001', 9],
].filter(([command]) => command.includes(values.only ?? ''))

/** User and system time of one process, milliseconds. */
function cpu(args, env) {
  const script = `TIMEFORMAT='%3U %3S'; time "$@" >/dev/null 2>"$ERRORS" </dev/null; echo $? >&2`
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', values.node, ...args], {
    env: { ...env, ERRORS: path.join(folder, 'errors') },
    encoding: 'utf8',
  })
  const [, user, system] = /(\d+\.\d+) (\d+\.\d+)/.exec(stderr)
  return (Number(user) + Number(system)) * 1000
}

const machine = (name) => {
  const home = path.join(folder, name)
  mkdirSync(home)
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: home,
    HUBSWITCH_CONFIG_DIR: path.join(home, 'config'),
    HUBSWITCH_DATA_DIR: path.join(home, 'data'),
    HUBSWITCH_CACHE_DIR: values['no-cache'] ? '/dev/null/none' : path.join(home, 'cache'),
  }
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
const columns = [['here', here], ...(values.beside === undefined ? [] : [['beside', path.resolve(values.beside)]])].map(
  ([name, root]) => ({
    name,
    bin: ['bin/run.cjs', 'bin/run.js'].map((file) => path.join(root, file)).find((file) => existsSync(file)),
    env: machine(name),
  }),
)
const version = spawnSync(values.node, ['--version'], { encoding: 'utf8' }).stdout.trim()
process.stdout.write(
  `CPU of whole processes on ${version}, divided by that of node -e 0; medians of ${values.rounds}\n`,
)
process.stdout.write(`${'command'.padEnd(34)}${columns.map(({ name }) => name.padStart(9)).join('')}    asked\n`)
try {
  for (const [command, asked] of COMMANDS) {
    const words = command.split(' ')
    // What is made at a first start (cache, sandbox) is no part of it.
    for (const { bin, env } of columns) for (let i = 0; i < 3; i += 1) cpu([bin, ...words], env)
    const taken = columns.map(() => [])
    const empty = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      empty.push(cpu(['-e', '0'], columns[0].env))
      columns.forEach(({ bin, env }, at) => taken[at].push(cpu([bin, ...words], env)))
    }
    const ratios = taken.map((list) => `${(median(list) / median(empty)).toFixed(2)} ×`)
    const name = words.map((word) => path.basename(word)).join(' ')
    process.stdout.write(
      `${name.padEnd(34)}${ratios.map((ratio) => ratio.padStart(9)).join('')}  ≤ ${asked.toFixed(2)}    (node -e 0: ${median(empty).toFixed(0)} ms)\n`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
