import { Fault } from '../errors.js'
import type { Journal } from '../journal/index.js'
import { type Claim, claimKind, heldByRun } from './claim.js'
import type { Change } from './engine/index.js'
import type { Estate } from './estate.js'
import { counterOf, KEY, type Line, PART, readLine } from './keys.js'
import { type EstateRun, runOf } from './runs.js'

/** Hotels in one change. */
const AT_ONCE = 100

interface SubmitInput {
  estate: Estate
  claim: Claim
  /** Told as the change is about to be made with which the run is there. */
  onDeciding?: (run: number) => void
  /** The journal that the run was planned in, under the number of the claim. */
  journal: Journal
}

/**
 * Hands a planned run to the engine. The hotels go first, and nobody sees them; the run is there with the last change, or not at all.
 * @returns the run, which needs this machine no longer
 */
export async function submitRun({ estate, claim, journal, onDeciding }: SubmitInput): Promise<void> {
  const { store } = estate.engine
  const run = journal.getRun(claim.run)
  if (run === undefined) throw new RangeError(`run ${claim.run} was not planned`)
  const { id, kind } = run
  const { slices } = journal
  const sent = slices.hotels(id)
  const hotels = [...sent, ...slices.idle(id)]
  const totals = { batches: [0, 0, 0, 0, 0, 0], nights: [0, 0, 0, 0, 0, 0] }
  for (let at = 0; at < hotels.length; at += AT_ONCE) {
    const set: NonNullable<Change['set']>[number][] = []
    for (const [place, one] of hotels.slice(at, at + AT_ONCE).entries()) {
      const { hotel } = one
      const key = KEY.hotel(kind, hotel)
      set.push(
        { key: KEY.hotels(kind), field: hotel, value: '' },
        { key, field: PART.plan(id), value: Buffer.from(slices.plan(id, one)) },
        { key, field: PART.fates(id), value: Buffer.from(slices.fates(id, one)) },
      )
      if (at + place >= sent.length) continue
      const counts = slices.counts(id, one)
      for (const what of ['batches', 'nights'] as const)
        totals[what] = totals[what].map((sum, fate) => sum + (counts[what][fate] ?? 0))
      const line: Line = {
        state: 'queued',
        batches: [one.firstSeq, one.lastSeq],
        counts,
        tries: 0,
        attempt: 1,
        version: 0,
      }
      set.push({ key: KEY.lines(id), field: hotel, value: JSON.stringify(line) })
    }
    await store.change({ set })
  }
  const isEmpty = sent.length === 0
  const key = KEY.run(id)
  const held = await claim.held()
  onDeciding?.(id)
  const isThere = await deciding(id, () =>
    store.change({
      when: [{ key: KEY.active, field: kind, is: held }],
      set: [
        { key: KEY.runs, field: String(id), value: kind },
        {
          key: KEY.active,
          field: kind,
          value: isEmpty ? undefined : heldByRun(id, estate.host),
        },
        { key, field: 'kind', value: kind },
        { key, field: 'record', value: Buffer.from(slices.run(id)) },
        { key, field: 'createdAt', value: String(run.createdAt) },
        { key, field: 'attempt', value: '1' },
        { key, field: 'state', value: isEmpty ? 'nothing-to-do' : 'ready' },
        { key, field: 'open', value: String(sent.length) },
        ...(['batches', 'nights'] as const).flatMap((what) =>
          totals[what].map((sum, fate) => ({ key, field: counterOf(what, fate), value: String(sum) })),
        ),
      ],
    }),
  )
  claim.passOn()
  if (isThere === undefined) throw lostClaim(id)
  // Where this fails, the next worker that looks sees to it: the run is there.
  if (!isEmpty) await release(estate, id, 1).catch(() => undefined)
}

/** The change with which a run is there, or goes on. @throws Fault OUTCOME_UNKNOWN where the engine does not say whether it has made it */
async function deciding<T>(runId: number, change: () => Promise<T>, isResumed = false): Promise<T> {
  try {
    return await change()
  } catch (error) {
    throw new Fault(
      'OUTCOME_UNKNOWN',
      isResumed
        ? `Whether the rest of run ${runId} is queued again is not known: the engine was asked for that and did not answer.`
        : `Whether run ${runId} is in the estate is not known: its engine was asked to take it and did not answer.`,
      {
        next: `Once the engine answers, "hubswitch run show ${runId}" tells. ${isResumed ? 'Resume it again only where it is not being sent.' : 'Push again only where it says that there is no such run.'}`,
        facts: { run: runId },
        cause: error,
      },
    )
  }
}

function lostClaim(run: number): Fault {
  return new Fault(
    'LOCKED',
    `Run ${run} was not submitted: this machine was out of touch with the engine for too long.`,
    {
      next: 'Push the files again. Nothing was sent.',
    },
  )
}

/** Has a worker put the hotels of a run into the queue. Asked twice it is done once. */
export async function release({ engine }: Estate, run: number, attempt: number): Promise<void> {
  await engine.add([{ id: `release-${run}-${attempt}`, name: 'release', data: { run } }])
}

/**
 * Has what is left of a run sent.
 * @throws Fault NOT_FOUND, LOCKED
 */
export async function resumeRun(estate: Estate, id: number, onDeciding?: (run: number) => void): Promise<EstateRun> {
  const { store } = estate.engine
  const run = await runOf(store, id)
  if (run === undefined) throw noRun(id)
  if (run.nights.left === 0) return run
  const claim = await claimKind(estate, run.kind, id)
  try {
    const attempt = run.attempt + 1
    const lines = [...(await store.read(KEY.lines(id)))]
    const left = lines.filter(([, bytes]) => readLine(bytes).state !== 'done')
    for (let at = 0; at < left.length; at += AT_ONCE)
      await store.change({
        set: left.slice(at, at + AT_ONCE).map(([hotel, bytes]) => {
          const { why: _, ...line } = readLine(bytes)
          const queued: Line = { ...line, state: 'queued', tries: 0, version: line.version + 1 }
          return { key: KEY.lines(id), field: hotel, value: JSON.stringify(queued) }
        }),
      })
    const key = KEY.run(id)
    const held = await claim.held()
    onDeciding?.(id)
    const isThere = await deciding(
      id,
      () =>
        store.change({
          when: [
            { key: KEY.active, field: run.kind, is: held },
            { key, field: 'attempt', is: String(run.attempt) },
          ],
          set: [
            { key: KEY.active, field: run.kind, value: heldByRun(id, estate.host) },
            { key, field: 'attempt', value: String(attempt) },
            { key, field: 'state', value: 'ready' },
            { key, field: 'open', value: String(left.length) },
            { key, field: 'blocked', value: '0' },
            ...['fault', 'stopAskedAt', 'endedAt'].map((field) => ({ key, field, value: undefined })),
          ],
        }),
      true,
    )
    if (isThere === undefined) throw lostClaim(id)
    claim.passOn()
    await release(estate, id, attempt).catch(() => undefined)
    return (await runOf(store, id).catch(() => undefined)) ?? { ...run, attempt, state: 'ready' }
  } catch (error) {
    await claim.release().catch(() => undefined)
    throw error
  }
}

export function noRun(id: number): Fault {
  return new Fault('NOT_FOUND', `The estate has no run ${id}.`, {
    next: '"hubswitch run list --estate …" shows them.',
  })
}
