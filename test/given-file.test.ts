import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readGivenFile, readPipe } from '../src/given-file.js'

describe('a file that a person names', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-given-'))
    file = path.join(folder, 'pipe')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is read whole, and neither a named pipe nor a device is opened', async () => {
    writeFileSync(path.join(folder, 'plain'), 'text')
    execFileSync('mkfifo', [file])
    expect(String(await readGivenFile(path.join(folder, 'plain')))).toBe('text')
    await expect(readGivenFile(file)).rejects.toMatchObject({ code: 'a named pipe, not a file' })
    await expect(readGivenFile('/dev/zero')).rejects.toMatchObject({ code: 'a device, not a file' })
    await expect(readGivenFile(folder)).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(readGivenFile(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  const read = async (options: Parameters<typeof readPipe>[1]): Promise<string> => {
    let text = ''
    for await (const chunk of readPipe(file, options)) text += chunk.toString()
    return text
  }

  it('is read to its end as a pipe, however slowly it comes', async () => {
    execFileSync('mkfifo', [file])
    spawn('sh', ['-c', 'sleep 0.2; { printf a; sleep 0.2; head -c 300000 /dev/zero | tr "\\0" b; } > "$0"', file], {
      stdio: 'ignore',
    })
    expect(await read({ waitMs: 60_000 })).toHaveLength(300_001)
  })

  it('ends with words where nobody writes, and with the reason of the signal', async () => {
    execFileSync('mkfifo', [file])
    await expect(read({ waitMs: 50 })).rejects.toMatchObject({ code: 'nobody wrote into this pipe within 0.1 s' })
    const ending = new AbortController()
    setTimeout(() => ending.abort(new Error('ended')), 50)
    await expect(read({ waitMs: 60_000, signal: ending.signal })).rejects.toThrow('ended')
  })
})
