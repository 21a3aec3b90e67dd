import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../errors.js'
import { withFileLock } from '../sql/index.js'
import { writePrivateFile } from './private-file.js'
import type { SecretKind, SecretStore } from './secret-store.js'

type Contents = Record<string, Partial<Record<SecretKind, string>>>

const LOCK_WAIT_MS = 10_000

/** Secrets in one JSON file that only its owner may read (0600). For machines without a keychain, by request only. */
export function createFileStore(configDir: string, profile: string): SecretStore {
  const file = join(configDir, 'secrets.json')
  const change = (edit: (own: Partial<Record<SecretKind, string>>) => void): Promise<void> =>
    withFileLock(join(configDir, 'secrets.lock'), { waitMs: LOCK_WAIT_MS }, async () => {
      const contents = readContents(file)
      const own = { ...contents[profile] }
      edit(own)
      const { [profile]: _replaced, ...others } = contents
      writePrivateFile(file, `${JSON.stringify(Object.keys(own).length === 0 ? others : { ...others, [profile]: own }, undefined, 2)}\n`)
    })
  return {
    kind: 'file',
    get: async (name) => readContents(file)[profile]?.[name],
    async set(name, value) {
      await change((own) => {
        own[name] = value
      })
      return true
    },
    async delete(name) {
      if (readContents(file)[profile]?.[name] === undefined) return
      await change((own) => {
        delete own[name]
      })
    },
  }
}

function readContents(file: string): Contents {
  const text = readOwned(file)
  if (text === undefined) return {}
  const damaged = (): Fault => new Fault('NO_CREDENTIALS', `The file ${file} is damaged.`, { next: `Remove ${file} and run "hubswitch auth login --store file" again.`, facts: { file } })
  try {
    // The parser's message may quote the text, so it is dropped.
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Contents
  } catch {
    throw damaged()
  }
  throw damaged()
}

function readOwned(file: string): string | undefined {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Fault('NO_CREDENTIALS', `The file ${file} cannot be read (${String(code)}).`, { next: `Make ${file} readable for you alone: chmod 600 ${file}`, facts: { file } })
  }
  try {
    const mode = fstatSync(handle).mode & 0o777
    // Windows has no such bits: there the profile directory's own access list protects the file.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new Fault('NO_CREDENTIALS', `The file ${file} holds secrets and others can read it (mode ${mode.toString(8)}).`, {
        next: `Run: chmod 600 ${file}. If others had access to this machine, ask for a new partner secret.`,
        facts: { file, mode: mode.toString(8) },
      })
    }
    return readFileSync(handle, 'utf8')
  } finally {
    closeSync(handle)
  }
}
