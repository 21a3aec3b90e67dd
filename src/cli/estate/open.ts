import { readVariable, type Settings } from '../../config/index.js'
import { Fault } from '../../errors.js'
import type { Estate } from '../../estate/index.js'
import type { Journal, Target } from '../../journal/index.js'
import { learnSecret } from '../../redaction/index.js'

/** What a command brings that works on an estate. */
export interface EstateCommand {
  settings(): Settings
  target(): Target
  config: { version: string }
  useJournal(journal: Journal): void
  notice(line: string): void
  ending(): AbortSignal
  /** A run is about to be handed over: from here on nobody can say that nothing was sent. */
  handOver(run: number): void
  /** What --lock-wait says. */
  lockWaitMs(): number
}

/** An estate that is open, and what can be done with it. */
export interface Shared {
  estate: Estate
  api: typeof import('../../estate/index.js')
}

interface OpenInput {
  whenDone: (close: () => unknown) => void
  /** Whether to wait for an engine that is away. */
  waits?: boolean
}

/**
 * The estate that settings name; undefined where they name none, and this machine's own journal counts.
 * @throws Fault USAGE, UNREACHABLE, LOCKED where other machines have another release
 */
export async function openShared(
  command: EstateCommand,
  { whenDone, waits = false }: OpenInput,
): Promise<Shared | undefined> {
  const { estate: setting, isEmbedded } = command.settings()
  if (setting.value === undefined) return undefined
  if (isEmbedded)
    throw new Fault('USAGE', 'The profile sandbox is a service inside each process: an estate cannot share it.', {
      next: 'Serve it with "hubswitch sandbox start" and make a profile for its address, or name another with --profile. Nothing was sent.',
    })
  const password = readVariable(process.env, 'HUBSWITCH_ESTATE_PASSWORD', 'NO_CREDENTIALS')?.value
  learnSecret(password)
  const api = await import('../../estate/index.js')
  const estate = await api.openEstate({
    address: api.readAddress(setting.value, password),
    target: command.target(),
    build: command.config.version,
    waits,
  })
  whenDone(() => estate.close())
  return { estate, api }
}

/** Tells of an engine that would lose what is put into it. */
export async function tellWeakness(
  command: Pick<EstateCommand, 'notice'>,
  { estate: { engine } }: Shared,
): Promise<void> {
  const weakness = await engine.weakness()
  if (weakness !== undefined) command.notice(`The engine at ${engine.address.shown} may lose runs: ${weakness}.`)
}

const OF_WORKERS = ['rate', 'concurrency', 'gzip', 'keep-going', 'events'] as const

/**
 * How a run is sent is for the workers of an estate to say.
 * @throws Fault USAGE naming the flag
 */
export function refuseWorkerFlags(flags: object): void {
  const given = OF_WORKERS.find((name) => {
    const value = (flags as Readonly<Record<string, unknown>>)[name]
    return value !== undefined && value !== false
  })
  if (given === undefined) return
  throw new Fault('USAGE', `--${given} is for the host that sends, and an estate's workers send this.`, {
    next:
      given === 'events'
        ? 'Leave it out; "hubswitch estate status --events" tells what happens. Nothing was sent.'
        : `Leave it out${given === 'keep-going' ? ': workers go on in any case' : ', or give it to "hubswitch worker start"'}. Nothing was sent.`,
  })
}

/** Has a command that only looks read what all hosts of the estate have had acknowledged, where its profile has one; of one hotel where that is all it needs. */
export async function readShared(
  command: EstateCommand,
  { hotel, ...input }: OpenInput & { hotel?: string | undefined },
): Promise<boolean> {
  const shared = await openShared(command, input)
  if (shared === undefined) return false
  command.useJournal(await shared.api.pullJournal(shared.estate, { hotel }))
  return true
}

/**
 * The same for commands that have nothing to do without one.
 * @throws Fault USAGE
 */
export async function requireShared(command: EstateCommand, input: OpenInput): Promise<Shared> {
  const shared = await openShared(command, input)
  if (shared !== undefined) return shared
  throw new Fault('USAGE', 'Which estate?', {
    next: 'Name its engine with --estate redis://host:6379, in HUBSWITCH_ESTATE, or with "hubswitch profile set NAME --estate …".',
    facts: { missing: ['--estate'] },
  })
}
