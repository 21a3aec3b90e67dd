import { type ChildProcess, fork } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshMachine, ROOT } from '../../support/cli.js'
import { randomFrom } from '../../support/limiters.js'
import { Mutator } from './mutate.js'
import { targets } from './targets.js'
import type { Worked } from './worker.js'

/**
 * Every reader is given mutated files and answers; memory and CPU are measured for each. `npx tsx test/proof/fuzz/run.ts MINUTES [SEED] [FOLDER OF FINDS] [FOLDER OF MORE SEEDS] [TARGET]`.
 * A find is an ending with 1, a word of the runtime's in the output, more CPU or memory than the size of the input explains, a page of output, or no end.
 */
const [minutes = '1', seed = '1', findsAt = path.join(tmpdir(), 'hubswitch-fuzz-finds'), more, only] =
  process.argv.slice(2)
const HANG_MS = 60_000
const MEMORY_MB = 500
const WORDS =
  /call stack|RangeError|TypeError|SyntaxError|is not a function|is not iterable|Cannot read propert|at .{1,80}\.js:\d+|heap out of memory/

class Worker {
  #child: ChildProcess | undefined
  runs = 0

  async run(args: string[], env: Record<string, string>): Promise<Worked | 'hang' | 'dead'> {
    this.#child ??= await started()
    const child = this.#child
    this.runs += 1
    return new Promise((resolve) => {
      const end = (result: Worked | 'hang' | 'dead'): void => {
        clearTimeout(timer)
        child.removeAllListeners()
        if (typeof result === 'string') this.stop()
        resolve(result)
      }
      const timer = setTimeout(() => end('hang'), HANG_MS)
      child.once('message', (worked) => end(worked as Worked)).once('exit', () => end('dead'))
      child.send({ args, env })
    })
  }

  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
    this.runs = 0
  }
}

function started(): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'worker.ts'), {
    stdio: 'ignore',
    cwd: ROOT,
    execArgv: ['--import', 'tsx', '--max-old-space-size=1500'],
  })
  return new Promise((resolve) => child.once('message', () => resolve(child)))
}

/** Why the ending of a command line counts as a find. */
function faultOf(worked: Worked | 'hang' | 'dead', size: number): string | undefined {
  if (typeof worked === 'string') return worked
  if (worked.code === 1) return 'exit 1'
  if (WORDS.test(worked.output)) return 'words of the runtime'
  if (worked.cpuMs > 2000 * (1 + size / 100_000)) return `${Math.round(worked.cpuMs)} ms of CPU`
  if (worked.peakMb > MEMORY_MB) return `${Math.round(worked.peakMb)} MB`
  return worked.outputLength > 500_000 ? `${worked.outputLength} characters of output` : undefined
}

const machine = await freshMachine()
let body: Buffer = Buffer.alloc(0)
const server = createServer(
  (request, response) =>
    void request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(body)),
)
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const plan = path.join(machine.folder, 'plan')
const rooms = ['double', 'seaview', 'suite'].map((room) => [
  'unit',
  'add',
  '1000001',
  '--file',
  `samples/room-${room}.yaml`,
])
const rates = ['rates', 'push', 'samples/rates.csv']
for (const args of [
  ['property', 'create', '--file', 'samples/property.yaml'],
  ...rooms,
  rates,
  [...rates, '--allow-full-load', '--save-plan', plan],
]) {
  const { code, stderr } = await machine.run(args)
  if (code !== 0) throw new Error(`${args.join(' ')}: exit ${code} ${stderr}`)
}

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-fuzz-'))
mkdirSync(findsAt, { recursive: true })
const all = targets(
  { dataDir: machine.env['HUBSWITCH_DATA_DIR'] as string, plan },
  url,
  (bytes) => (body = bytes),
  more,
).filter(({ name }) => only === undefined || name.startsWith(only))
const random = randomFrom(Number(seed))
const mutator = new Mutator(random)
const worker = new Worker()
const figures = new Map(
  all.map(({ name }) => [name, { inputs: 0, lines: 0, cpuMs: 0, worstMs: 0, exits: {} as Record<string, number> }]),
)
const finds: string[] = []
let peakMb = 0
// What is well must be read, or the reader is never reached.
for (const { name, lay, seeds } of all) {
  const { lines, env = {} } = lay(seeds[0] as Buffer, folder)
  for (const args of lines) {
    const worked = await worker.run(args, { ...machine.env, ...env })
    if (typeof worked === 'string' || worked.code !== 0)
      process.stderr.write(
        `${name}: ${args.join(' ')}: ${typeof worked === 'string' ? worked : `exit ${worked.code} ${worked.output.slice(0, 300)}`}\n`,
      )
  }
}
const until = Date.now() + Number(minutes) * 60_000
for (let count = 0; Date.now() < until; count += 1) {
  const target = all[count % all.length] as (typeof all)[number]
  const bytes = mutator.mutate(mutator.pick(target.seeds), mutator.pick(target.seeds))
  const { lines, env = {} } = target.lay(bytes, folder)
  const figure = figures.get(target.name)!
  figure.inputs += 1
  if (worker.runs > 300) worker.stop()
  for (const args of lines) {
    const whole = { ...machine.env, ...env }
    let worked = await worker.run(args, whole)
    let fault = faultOf(worked, bytes.length)
    if (fault !== undefined && fault !== 'exit 1') {
      // Once more alone: what came before must not be counted.
      worker.stop()
      worked = await worker.run(args, whole)
      fault = faultOf(worked, bytes.length)
    }
    figure.lines += 1
    if (typeof worked !== 'string') {
      figure.cpuMs += worked.cpuMs
      figure.worstMs = Math.max(figure.worstMs, worked.cpuMs)
      figure.exits[String(worked.code)] = (figure.exits[String(worked.code)] ?? 0) + 1
      peakMb = Math.max(peakMb, worked.peakMb)
    }
    if (fault === undefined) continue
    const name = `${target.name.replaceAll(' ', '-')}-${seed}-${count}`
    writeFileSync(path.join(findsAt, name), bytes)
    const said = typeof worked === 'string' ? '' : worked.output.slice(0, 300)
    finds.push(name)
    appendFileSync(path.join(findsAt, 'finds.txt'), `${name}\t${fault}\t${args.join(' ')}\t${JSON.stringify(said)}\n`)
    worker.stop()
  }
}
worker.stop()
server.close()
rmSync(folder, { recursive: true, force: true })
await machine.remove()
for (const [name, { inputs, lines, cpuMs, worstMs, exits }] of figures) {
  process.stdout.write(
    `${name}: ${inputs} inputs, ${lines} command lines, ${Math.round(cpuMs / Math.max(1, lines))} ms each, worst ${Math.round(worstMs)} ms, exits ${JSON.stringify(exits)}\n`,
  )
}
process.stdout.write(
  `${[...figures.values()].reduce((sum, { inputs }) => sum + inputs, 0)} inputs, highest memory ${Math.round(peakMb)} MB, ${finds.length} finds\n`,
)
process.exitCode = finds.length > 0 ? 1 : 0
