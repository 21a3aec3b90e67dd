import { Fault } from '../errors.js'
import type { Estate } from './estate.js'
import { KEY, PART } from './keys.js'
import { runOf } from './runs.js'

/** Who plans or sends a run of a kind. */
interface Active {
  run: number
  phase: 'planning' | 'sending'
  host: string
  process: number
  /** A planner that has not said so by then is gone, epoch milliseconds. */
  until?: number
}

const LEASE_MS = 60_000
const RENEW_MS = 10_000

/** The right to plan and submit a run of a kind: nobody else of the estate does meanwhile. */
export interface Claim {
  run: number
  /** As it stands in the store from here on: what is submitted depends on it. */
  held(): Promise<string>
  /** Gives it back. */
  release(): Promise<void>
  /** The run has it now. */
  passOn(): void
}

const tell = ({ run, phase, host }: Active): string =>
  phase === 'planning' ? `${host} is planning run ${run}` : `run ${run} is being sent`

/**
 * Takes the right to plan a run of a kind, or to send the rest of an old one.
 * @param run an old one; a new one gets a number
 * @throws Fault LOCKED naming the run that is at work
 */
export async function claimKind(estate: Estate, kind: string, run?: number): Promise<Claim> {
  const { store } = estate.engine
  const id = run ?? (await store.change({ add: [{ key: KEY.meta, field: 'run', by: 1 }] }))?.[0] ?? 0
  const value = (): string =>
    JSON.stringify({
      run: id,
      phase: 'planning',
      host: estate.host,
      process: process.pid,
      until: estate.now() + LEASE_MS,
    } satisfies Active)
  let mine = value()
  for (;;) {
    const found = await store.field(KEY.active, kind)
    const other = found === undefined ? undefined : (JSON.parse(found.toString()) as Active)
    if (other !== undefined && !(other.phase === 'planning' && (other.until ?? 0) < estate.now()))
      throw taken(other, kind)
    mine = value()
    const isMine = await store.change({
      when: [{ key: KEY.active, field: kind, is: found }],
      set: [{ key: KEY.active, field: kind, value: mine }],
    })
    if (isMine === undefined) continue
    if (other !== undefined && other.run !== id) await discard(estate, kind, other.run)
    break
  }
  let renewal: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    const next = value()
    const before = mine
    renewal = store
      .change({
        when: [{ key: KEY.active, field: kind, is: before }],
        set: [{ key: KEY.active, field: kind, value: next }],
      })
      .then((done) => (done === undefined ? undefined : (mine = next)))
      .catch(() => undefined)
  }, RENEW_MS)
  timer.unref()
  return {
    run: id,
    held: async () => {
      clearInterval(timer)
      await renewal
      return mine
    },
    passOn: () => clearInterval(timer),
    release: async () => {
      clearInterval(timer)
      await renewal
      await store.change({
        when: [{ key: KEY.active, field: kind, is: mine }],
        set: [{ key: KEY.active, field: kind, value: undefined }],
      })
    },
  }
}

function taken(active: Active, kind: string): Fault {
  const { run: runId, host, phase } = active
  return new Fault('LOCKED', `The estate takes one run of ${kind} at a time, and ${tell(active)}.`, {
    next:
      phase === 'planning'
        ? `Try again when that is done, or add --lock-wait 5m to wait for it. A planner that was killed is forgotten after ${LEASE_MS / 1_000} s. Nothing was sent.`
        : `Wait for its end with "hubswitch run show ${runId} --follow", end it with "hubswitch run stop ${runId}", or add --lock-wait 5m to wait for it. Nothing was sent.`,
    facts: { run: runId, host },
  })
}

/** What a submitter left behind that was killed: no run of it was ever there. */
export async function discard({ engine: { store } }: Estate, kind: string, run: number): Promise<void> {
  if ((await runOf(store, run)) !== undefined) return
  const hotels = [...(await store.read(KEY.lines(run))).keys()]
  for (let at = 0; at < hotels.length; at += 200)
    await store.change({
      set: hotels.slice(at, at + 200).flatMap((hotel) =>
        [PART.plan(run), PART.fates(run)].map((field) => ({
          key: KEY.hotel(kind, hotel),
          field,
          value: undefined,
        })),
      ),
    })
  await store.forget([KEY.lines(run)])
}

/** What stands there once a run has it. */
export const heldByRun = (run: number, host: string): string =>
  JSON.stringify({ run, phase: 'sending', host, process: process.pid } satisfies Active)

/** The run that is at work. */
export async function activeRun({ engine: { store } }: Estate, kind: string): Promise<number | undefined> {
  const found = await store.field(KEY.active, kind)
  const active = found === undefined ? undefined : (JSON.parse(found.toString()) as Active)
  return active?.phase === 'sending' ? active.run : undefined
}
