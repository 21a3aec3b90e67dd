import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openCaptures } from '../../../src/cli/capture/captures.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-too-large-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a capture that cannot be read', () => {
  it('is refused with what helps where it is too large, and with its name where there is none', async () => {
    const file = path.join(folder, 'app.log')
    writeFileSync(file, '')
    truncateSync(file, 65 * 1024 * 1024)
    const fault = await openCaptures([file])
      .next()
      .catch((error: unknown) => error)
    expect(fault).toMatchObject({ message: expect.stringContaining('larger than 64 MB') as string })
    expect(fault).toMatchObject({ next: expect.stringMatching(/gzip FILE.*256 MB.*split -C/) as string })
    const none = await openCaptures([path.join(folder, 'none.log')])
      .next()
      .catch((error: unknown) => error)
    expect(none).toMatchObject({ next: 'Check the name.' })
  })
})
