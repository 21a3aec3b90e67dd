import { describe, expect, it } from 'vitest'
import { createWorkThread } from '../../../src/cli/thread/index.js'

describe('work that fails', () => {
  it.each([
    ['done at once', false],
    ['done in its turn', true],
  ])('is told as not done, and ends nothing: %s', async (_, isLarge) => {
    const thread = createWorkThread<string, string>({
      perform: (job) => {
        if (job === 'bad') throw new RangeError('a number that is none')
        return `${job} done`
      },
      unread: (job, why) => `${job}: ${why}`,
      isLarge: () => isLarge,
      sizeOf: ({ length }) => length,
    })
    const jobs = ['one', 'bad', 'two'].map((job) => Promise.resolve(thread.do(job)))
    expect(await Promise.all(jobs)).toEqual(['one done', 'bad: looking into it broke', 'two done'])
    await thread.close()
  })
})
