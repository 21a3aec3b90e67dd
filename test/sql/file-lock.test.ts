import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withFileLock } from '../../src/sql/index.js'
import { bundleText } from '../support/bundle.js'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hubswitch-lock-'))
  file = join(directory, 'run.lock')
})
const holders: ChildProcess[] = []
afterEach(() => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

const HOLD = `
  import { withFileLock } from './sql/index.js'
  await withFileLock(process.argv[2], { waitMs: 5000, holder: 'process ' + process.pid }, async () => {
    console.log('held')
    // A promise that nothing could ever settle would be collected, and the lock with it.
    await new Promise((resolve) => setTimeout(resolve, 3_600_000))
  })
`

async function holdElsewhere() {
  const child = spawn(process.execPath, [await bundleText(HOLD, directory), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  holders.push(child)
  await once(child.stdout, 'data')
  return child
}

describe('withFileLock', () => {
  it('lets one holder at a time work, in this process too', async () => {
    let inside = 0
    let most = 0
    const work = async () => {
      inside += 1
      most = Math.max(most, inside)
      await new Promise((resolve) => setTimeout(resolve, 20))
      inside -= 1
    }
    await Promise.all([1, 2, 3, 4].map(() => withFileLock(file, { waitMs: 5000 }, work)))
    expect(most).toBe(1)
  })

  it('gives up after the wait and names the holder; a killed holder frees it at once', async () => {
    const holder = await holdElsewhere()
    const refused = withFileLock(file, { waitMs: 100 }, async () => 'in')
    await expect(refused).rejects.toMatchObject({
      code: 'LOCKED',
      exitCode: 11,
      message: expect.stringContaining(`process ${holder.pid}`),
    })
    const waiting = withFileLock(file, { waitMs: 20_000 }, async () => Date.now())
    const killedAt = Date.now()
    holder.kill('SIGKILL')
    expect((await waiting) - killedAt).toBeLessThan(2000)
  })

  it('is free again after the work failed', async () => {
    await expect(
      withFileLock(file, { waitMs: 0 }, async () => Promise.reject(new Error('work failed'))),
    ).rejects.toThrow('work failed')
    expect(await withFileLock(file, { waitMs: 0 }, async () => 'free')).toBe('free')
  })

  it('tells of what another has left behind once it has taken over, and not where it cannot', async () => {
    const told: string[] = []
    const take = (): Promise<unknown> =>
      withFileLock(
        file,
        { waitMs: 0, holder: 'a', onLeftBehind: ({ words }) => told.push(words) },
        async () => told.length,
      )
    writeFileSync(`${file}.holder`, JSON.stringify({ words: 'run 7' }))
    expect(await take()).toBe(1)
    writeFileSync(`${file}.holder`, JSON.stringify({ words: 'run 8' }))
    const spoiled = withFileLock(file, { waitMs: 0, holder: 'b' }, async () => {
      rmSync(`${file}.holder`)
      mkdirSync(`${file}.holder`)
      return 'done'
    })
    // What cannot be removed at the end is no reason to call the work a failure.
    expect(await spoiled).toBe('done')
    await expect(take()).rejects.toMatchObject({ message: expect.stringContaining('.holder is a directory') as string })
    expect(told).toEqual(['run 7'])
  })

  it('names a directory that cannot be written', async () => {
    writeFileSync(join(directory, 'plain'), '')
    await expect(withFileLock(join(directory, 'plain', 'x.lock'), { waitMs: 0 }, async () => 1)).rejects.toMatchObject({
      code: 'DATA_DIRECTORY',
    })
  })
})
