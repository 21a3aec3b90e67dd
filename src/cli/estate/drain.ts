import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../../errors.js'
import { text, wouldAnswer } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { steadyMs } from '../../clock.js'
import type { Shared } from './open.js'

const LOOK_EVERY_MS = 250

/**
 * Asks workers to end once their requests are answered.
 * @param waitMs how long to wait for that; absent: not at all
 * @throws Fault USAGE, NOT_FOUND; DEADLINE where some are still there
 */
export async function drainWorkers(
  { api, estate }: Shared,
  {
    id,
    isAll,
    waitMs,
    isDry = false,
  }: { id: string | undefined; isAll: boolean | undefined; waitMs?: number; isDry?: boolean },
): Promise<Answer> {
  if ((id === undefined) !== (isAll === true))
    throw new Fault('USAGE', 'Which worker?', {
      next: 'Give its id, or --all. "hubswitch worker list" shows them.',
      facts: { missing: ['<worker>'] },
    })
  const workers = await api.workersOf(estate)
  const chosen = workers.filter((worker) => isAll === true || worker.id === id)
  if (isAll !== true && chosen.length === 0)
    throw new Fault('NOT_FOUND', `The estate has no worker ${id}.`, { next: '"hubswitch worker list" shows them.' })
  if (chosen.length === 0) return text({ workers: [] }, 'No worker is at work.')
  const ids = chosen.map((worker) => worker.id)
  const names = ids.join(', ')
  if (isDry)
    return wouldAnswer({ workers: ids }, `These would be asked to end once their requests are answered: ${names}.`)
  await api.drainWorkers(estate, ids)
  if (waitMs === undefined) return text({ workers: ids }, `Asked to end once their requests are answered: ${names}.`)
  const until = steadyMs() + waitMs
  let left = ids
  while (left.length > 0) {
    const there = new Set((await api.workersOf(estate)).map((worker) => worker.id))
    left = ids.filter((one) => there.has(one))
    if (left.length > 0 && steadyMs() > until)
      throw new Fault(
        'DEADLINE',
        `Asked to end and still there after ${Math.round(waitMs / 1000)} s: ${left.join(', ')}.`,
        {
          next: 'They end when their requests are answered; "hubswitch worker list" shows them.',
          facts: { workers: left },
        },
      )
    if (left.length > 0) await sleep(LOOK_EVERY_MS)
  }
  return text({ workers: ids }, `Ended: ${names}.`)
}
