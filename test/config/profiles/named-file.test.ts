import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readNamedFile } from '../../../src/config/profiles/named-file.js'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-named-'))
  file = join(folder, 'secret')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a file that a variable names', () => {
  it('is read again where it is a file: it may have been corrected', () => {
    writeFileSync(file, 'first')
    expect(readNamedFile(file)).toBe('first')
    writeFileSync(file, 'second')
    expect(readNamedFile(file)).toBe('second')
  })

  it('is read once where a shell hands over a pipe, and waited for', async () => {
    execFileSync('mkfifo', [file])
    const writer = spawn('sh', ['-c', '{ sleep 0.2; printf half; sleep 0.2; printf whole; } > "$0"', file])
    const ended = new Promise((resolve) => writer.on('close', resolve))
    const handle = openSync(file, 'r')
    const handed = `/dev/fd/${handle}`
    expect(readNamedFile(handed)).toBe('halfwhole')
    closeSync(handle)
    await ended
    expect(readNamedFile(handed)).toBe('halfwhole')
  })

  it('ends where nothing comes through the pipe', () => {
    execFileSync('mkfifo', [file])
    const handle = openSync(file, 'r+')
    expect(() => readNamedFile(`/dev/fd/${handle}`, 50)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^nothing came in/) }),
    )
    closeSync(handle)
  })

  it('is refused before it is opened where it is a named pipe or a device', () => {
    execFileSync('mkfifo', [file])
    expect(() => readNamedFile(file)).toThrow(expect.objectContaining({ code: 'a named pipe, not a file' }))
    expect(() => readNamedFile('/dev/zero')).toThrow(expect.objectContaining({ code: 'a device, not a file' }))
  })
})
