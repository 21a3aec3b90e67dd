import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startSandbox } from '../../../src/sandbox/index.js'
import { temporaryDirectory } from '../../support/sandbox.js'

const PROPERTIES = 500
const KB = 1024

describe('the data folder of a seeded sandbox', () => {
  it('holds an estate once, while it is served too: not in the log beside the database again', async () => {
    const folder = temporaryDirectory()
    const sandbox = await startSandbox({ dataDir: folder.dir })
    try {
      sandbox.seedGenerated({ properties: PROPERTIES, seed: 42, from: '2027-05-01' })
      const bytesOf = (file: string): number => {
        const path = join(folder.dir, file)
        return existsSync(path) ? statSync(path).size : 0
      }
      expect(bytesOf('sandbox.sqlite-wal')).toBe(0)
      expect(bytesOf('sandbox.sqlite') / PROPERTIES / KB).toBeLessThan(8)
      sandbox.reset()
      expect(bytesOf('sandbox.sqlite-wal')).toBe(0)
      sandbox.seed()
      expect(bytesOf('sandbox.sqlite-wal')).toBe(0)
    } finally {
      await sandbox.close()
      folder.remove()
    }
  })
})
