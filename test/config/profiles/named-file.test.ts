import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

  it('is read once where it is a pipe, and waited for', async () => {
    execFileSync('mkfifo', [file])
    const writer = spawn('sh', ['-c', 'sleep 0.2; { printf half; sleep 0.2; printf whole; } > "$0"', file])
    const ended = new Promise((resolve) => writer.on('close', resolve))
    expect(readNamedFile(file)).toBe('halfwhole')
    await ended
    expect(readNamedFile(file)).toBe('halfwhole')
  })

  it('ends where nobody writes into the pipe', () => {
    execFileSync('mkfifo', [file])
    expect(() => readNamedFile(file, 50)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^nothing came in/) }))
  })
})
