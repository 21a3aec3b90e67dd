import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { InputFile } from '../bulk/index.js'

export interface Inputs {
  files: InputFile[]
  /** Path to read a file from again, by its index. */
  paths: string[]
  remove(): Promise<void>
}

/** Standard input can be read once, but doubtful columns and refused rows take a second reading: it is kept in a private file meanwhile. */
export async function spoolStandardInput(names: readonly string[]): Promise<Inputs> {
  if (!names.includes('-')) return { files: names.map((name) => ({ name })), paths: [...names], remove: async () => undefined }
  const folder = await mkdtemp(path.join(tmpdir(), 'hubswitch-'))
  const spool = path.join(folder, 'stdin')
  await pipeline(process.stdin, createWriteStream(spool, { mode: 0o600 }))
  return {
    files: names.map((name) => (name === '-' ? { name, path: spool } : { name })),
    paths: names.map((name) => (name === '-' ? spool : name)),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
