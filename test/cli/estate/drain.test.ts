import { describe, expect, it } from 'vitest'
import { drainWorkers } from '../../../src/cli/estate/drain.js'
import type { Shared } from '../../../src/cli/estate/open.js'
import { stopEstateRun } from '../../../src/cli/estate/runs.js'

/** An estate with two workers and a run at work, in which nothing may be asked for. */
const shared = {
  api: {
    workersOf: async () => [{ id: '1f3a9c02' }, { id: '77aa0b11' }],
    runOf: async () => ({ id: 4, state: 'sending', nights: { left: 3 } }),
    drainWorkers: async () => Promise.reject(new Error('a worker was asked to end')),
    stopRun: async () => Promise.reject(new Error('a run was stopped')),
  },
  estate: { engine: { store: {} } },
} as unknown as Shared

describe('dry runs of an estate', () => {
  it.each([undefined, 1_000])('name the workers that would be asked to end, and ask none', async (waitMs) => {
    const { data } = await drainWorkers(shared, {
      id: undefined,
      isAll: true,
      isDry: true,
      ...(waitMs === undefined ? {} : { waitMs }),
    })
    expect(data).toEqual({ dryRun: true, would: { workers: ['1f3a9c02', '77aa0b11'] } })
    await expect(drainWorkers(shared, { id: undefined, isAll: true })).rejects.toThrow('asked to end')
  })

  it('name the one worker that an id stands for; without an id and without --all nobody is meant', async () => {
    const { data } = await drainWorkers(shared, { id: '77aa0b11', isAll: undefined, isDry: true })
    expect(data).toEqual({ dryRun: true, would: { workers: ['77aa0b11'] } })
    await expect(drainWorkers(shared, { id: 'zzz', isAll: undefined })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const both of [
      { id: undefined, isAll: undefined },
      { id: '77aa0b11', isAll: true },
    ])
      await expect(drainWorkers(shared, both)).rejects.toMatchObject({ code: 'USAGE' })
  })

  it('name the run that would be stopped, and stop none', async () => {
    const { data } = await stopEstateRun(shared, { given: '4', isLast: false, waitMs: 0, isDry: true })
    expect(data).toEqual({ dryRun: true, would: { run: 4, stopped: true } })
  })
})
