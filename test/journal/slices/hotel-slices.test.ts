import { afterEach, describe, expect, it } from 'vitest'
import { type Journal, openJournal } from '../../../src/journal/index.js'
import { kindOf } from '../../../src/files/index.js'
import { planRun, sendRun } from '../../../src/push/index.js'
import { chunksOf, optionsOf, rowsOf, TARGET } from '../../proof/push-task.js'

const HOTELS = ['1000001', '1000002']

describe('hotels taken out of a journal', () => {
  const open: Journal[] = []
  const journal = (): Journal => {
    const one = openJournal()
    open.push(one)
    return one
  }
  afterEach(() => {
    for (const one of open.splice(0)) one.close()
  })

  async function pushed(): Promise<{ from: Journal; run: number }> {
    const from = journal()
    const { runId: run = 0 } = await planRun({
      kind: kindOf('rates'),
      chunks: chunksOf(rowsOf({ kind: 'rates', round: 1, hotels: HOTELS, rooms: ['101', '102'], nights: 30 })),
      files: [{ name: 'rates.csv' }],
      journal: from,
      target: TARGET,
      options: optionsOf(1500),
      persist: true,
    })
    let requests = 0
    await sendRun({
      journal: from,
      runId: run,
      concurrency: 1,
      send: () => {
        requests += 1
        if (requests === 3) return Promise.resolve({ fate: 'rejected', problem: { message: 'no', details: [] } })
        return Promise.resolve(
          requests > 6 ? { fate: 'stop', fault: new Error('x') as never } : { fate: 'acknowledged' },
        )
      },
    })
    return { from, run }
  }

  function moved(from: Journal, run: number): Journal {
    const to = journal()
    // A number that the other journal does not give its only target.
    to.runs.targetId({ profile: 'other', service: 'other' }, { create: true })
    const target = to.runs.targetId(TARGET, { create: true }) as number
    const mine = from.runs.targetId(TARGET, { create: false }) as number
    to.slices.putRun(from.slices.run(run), target)
    for (const place of from.slices.hotels(run)) {
      to.slices.put(from.slices.plan(run, place), target)
      to.slices.put(from.slices.fates(run, place), target)
      to.slices.put(from.slices.known({ target: mine, kind: 'rates', hotel: place.hotel }), target)
    }
    return to
  }

  it('are the same in another one: runs, batches, fates, calendar, what was overwritten', async () => {
    const { from, run } = await pushed()
    const to = moved(from, run)
    expect(to.getRun(run)).toEqual(from.getRun(run))
    expect([...to.batches.list(run)]).toEqual([...from.batches.list(run)])
    expect([...to.batches.lineFates(run)]).toEqual([...from.batches.lineFates(run)])
    for (const hotel of HOTELS) {
      expect(to.acknowledged(TARGET, 'rates', hotel)).toEqual(from.acknowledged(TARGET, 'rates', hotel))
      expect(to.coverage.of(run, hotel)).toEqual(from.coverage.of(run, hotel))
    }
    expect([...to.acknowledged(TARGET, 'rates', '1000001')]).not.toEqual([])
  })

  it('count their batches and nights as the run does', async () => {
    const { from, run } = await pushed()
    const all = from.slices.hotels(run).map((place) => from.slices.counts(run, place))
    const sum = (what: 'batches' | 'nights'): number[] =>
      all.map((one) => one[what]).reduce((left, right) => left.map((count, at) => count + (right[at] ?? 0)))
    const counted = (what: 'batches' | 'nights'): number[] => {
      const {
        planned,
        acknowledged,
        rejected,
        untried = 0,
        left,
        unanswered,
      } = from.getRun(run)?.[what] ?? ({} as never)
      return [planned, acknowledged, rejected, untried, left, unanswered]
    }
    expect(sum('nights')).toEqual(counted('nights'))
    expect(sum('batches')).toEqual(counted('batches'))
    expect(sum('nights')[4]).toBeGreaterThan(0)
  })

  it('leave nothing behind when they are dropped', async () => {
    const { from, run } = await pushed()
    const target = from.runs.targetId(TARGET, { create: false }) as number
    for (const hotel of HOTELS) from.slices.drop({ target, kind: 'rates', hotel })
    expect([...from.batches.list(run)]).toEqual([])
    expect(from.acknowledged(TARGET, 'rates', '1000001')).toEqual([])
    expect(from.getRun(run)?.nights.planned).toBe(0)
  })

  it('give the next run the number that is wanted', async () => {
    const one = journal()
    one.slices.numberNext(41)
    const run = { target: TARGET, kind: 'rates', files: [], command: {}, wire: {} }
    expect([one.runs.create(run), one.runs.create(run)]).toEqual([41, 42])
  })
})
