import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CommitMark } from '../../src/sql/commit-mark.js'

describe.skipIf(process.platform === 'win32')('the mark of a database', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hubswitch-mark-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it.each<[string, (file: string) => unknown]>([
    ['a directory', (file) => mkdirSync(file)],
    ['a FIFO', (file) => execFileSync('mkfifo', [file])],
  ])('is not written where %s stands in its place, and that is said', (what, make) => {
    make(join(folder, 'a.db-mark'))
    const mark = new CommitMark(join(folder, 'a.db'))
    expect(mark.read()).toBeUndefined()
    expect(() => mark.committed(1, 1)).toThrow(
      expect.objectContaining({
        code: 'DATA_DIRECTORY',
        message: `${join(folder, 'a.db-mark')} is ${what}, not a plain file.`,
      }) as Error,
    )
    mark.close()
  })
})
