import type { Estate } from './estate.js'
import { KEY, type Line, readLine, taskId } from './keys.js'
import { type EstateRun, type EstateRunState, runOf } from './runs.js'
import { noRun } from './submit.js'

/** Ends a run of which no hotel is open any more. Whoever finds that does it; it is done once. */
export async function endRun({ engine: { store }, now }: Estate, id: number): Promise<void> {
  const run = await runOf(store, id)
  if (run === undefined || run.open > 0 || (run.state !== 'sending' && run.state !== 'ready')) return
  const active = await store.field(KEY.active, run.kind)
  const isMine = active !== undefined && (JSON.parse(active.toString()) as { run: number }).run === id
  const key = KEY.run(id)
  const fault = run.fault ?? faultOf(run)
  await store.change({
    when: [
      { key, field: 'state', is: run.state },
      { key, field: 'attempt', is: String(run.attempt) },
      ...(isMine ? [{ key: KEY.active, field: run.kind, is: active }] : []),
    ],
    set: [
      { key, field: 'state', value: stateOf(run) },
      { key, field: 'endedAt', value: String(now()) },
      ...(fault === undefined ? [] : [{ key, field: 'fault', value: JSON.stringify(fault) }]),
      ...(isMine ? [{ key: KEY.active, field: run.kind, value: undefined }] : []),
    ],
  })
}

function stateOf({ nights, stopAskedAt, fault }: EstateRun): EstateRunState {
  if (nights.left > 0) return stopAskedAt !== undefined && fault === undefined ? 'interrupted' : 'stopped'
  return nights.rejected + (nights.untried ?? 0) > 0 ? 'partial' : 'done'
}

function faultOf({ id, nights, blocked, stopAskedAt }: EstateRun): EstateRun['fault'] {
  if (nights.left === 0) return undefined
  if (stopAskedAt !== undefined) return { code: 'INTERRUPTED', message: `Run ${id} was asked to stop.` }
  const hotels = blocked === 1 ? '1 hotel' : `${blocked.toLocaleString('en')} hotels`
  return { code: 'UNREACHABLE', message: `Requests for ${hotels} failed again and again, while others were answered.` }
}

const AT_ONCE = 200

/**
 * Asks a run to stop: hotels that wait are taken out of the queue, those in flight end with their answer.
 * @param fault why, where it is not a person who asks
 */
export async function stopRun(estate: Estate, id: number, fault?: EstateRun['fault']): Promise<EstateRun> {
  const { engine } = estate
  const { store } = engine
  const run = await runOf(store, id)
  if (run === undefined) throw noRun(id)
  if (run.state !== 'ready' && run.state !== 'sending') return run
  const key = KEY.run(id)
  await store.change({
    when: [{ key, field: 'state', is: run.state }],
    set: [
      { key, field: 'stopAskedAt', value: String(estate.now()) },
      ...(fault === undefined ? [] : [{ key, field: 'fault', value: JSON.stringify(fault) }]),
    ],
  })
  await engine.remove(`release-${id}-${run.attempt}`)
  const lines = [...(await store.read(KEY.lines(id)))].filter(([, bytes]) => readLine(bytes).state === 'queued')
  for (let at = 0; at < lines.length; at += AT_ONCE)
    await Promise.all(
      lines.slice(at, at + AT_ONCE).map(async ([hotel, bytes]) => {
        if (await engine.remove(taskId(run, readLine(bytes)))) await closeLine(estate, run, hotel)
      }),
    )
  await endRun(estate, id)
  return (await runOf(store, id)) as EstateRun
}

/** Nobody works on the hotel any more: whatever it has come to since it was read stands. */
async function closeLine({ engine: { store } }: Estate, { id }: EstateRun, hotel: string): Promise<void> {
  for (;;) {
    const bytes = await store.field(KEY.lines(id), hotel)
    const line = bytes === undefined ? undefined : readLine(bytes)
    if (line?.state !== 'queued') return
    const stopped: Line = { ...line, state: 'stopped', version: line.version + 1 }
    const done = await store.change({
      when: [{ key: KEY.lines(id), field: hotel, is: bytes }],
      set: [{ key: KEY.lines(id), field: hotel, value: JSON.stringify(stopped) }],
      add: [{ key: KEY.run(id), field: 'open', by: -1 }],
    })
    if (done !== undefined) return
  }
}
