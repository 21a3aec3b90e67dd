import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withNamedData } from '../../../src/cli/sandbox/index.js'
import { Fault } from '../../../src/errors.js'
import { openDatabase } from '../../../src/sql/index.js'

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-named-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (place: string): Promise<unknown> =>
  withNamedData(place, () => Promise.resolve().then(() => openDatabase(path.join(place, 'a.db'), { migrations: [] })))

it('a folder of --data that takes no file is told with that flag', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  await expect(open(file)).rejects.toMatchObject({ next: 'Name another folder with --data.' })
  const full = new Fault('DATA_DIRECTORY', 'x: the disk is full.', { next: 'run resume', facts: { isFull: true } })
  const next = async (data: string | undefined): Promise<unknown> =>
    withNamedData(data, () => Promise.reject(full)).catch((error: Fault) => error.next)
  expect([await next('d'), await next(undefined)]).toEqual([
    'Free room on that disk, or name another folder with --data.',
    'run resume',
  ])
})

it('a file in it that can be put right is told as it is', async () => {
  mkdirSync(path.join(folder, 'a.db-shm'))
  await expect(open(folder)).rejects.toMatchObject({ message: expect.stringContaining('a.db-shm') as string })
})
