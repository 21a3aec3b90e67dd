import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hindranceInConfig, listProfiles, saveProfile } from '../../../src/config/index.js'

describe.skipIf(process.platform === 'win32')('a lock of the configuration', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-config-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it.each<[string, (file: string) => void, boolean]>([
    ['a folder', (file) => mkdirSync(file), true],
    ['a FIFO', (file) => void execFileSync('mkfifo', [file]), true],
    ['a link to nowhere', (file) => symlinkSync('/nowhere/at/all', file), true],
    ['no database', (file) => writeFileSync(file, 'x'.repeat(5_000), { mode: 0o600 }), false],
  ])('that is %s is named itself, with what moves it away', async (_what, lay, isFound) => {
    const lock = path.join(folder, 'config.yaml.lock')
    lay(lock)
    const save = (): Promise<unknown> => saveProfile(folder, 'main', { partnerId: 'p1' })
    const fault = await save().catch((error: unknown) => error)
    expect(fault).toMatchObject({
      code: 'DATA_DIRECTORY',
      message: expect.stringContaining(lock) as string,
      next: expect.stringContaining(`(mv ${lock} ${lock}.old)`) as string,
    })
    expect(hindranceInConfig(folder)?.file).toBe(isFound ? lock : undefined)
    execFileSync('mv', [lock, `${lock}.old`])
    await save()
    expect(JSON.stringify(listProfiles(folder))).toContain('main')
  })
})
