import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../errors.js'
import { LARGEST } from '../../given-file.js'
import { withFileLock } from '../../sql/index.js'
import { readOwnedFile, writePrivateFile } from '../profiles/index.js'
import type { SecretKind, SecretStore } from './secret-kinds.js'

type Contents = Record<string, Partial<Record<SecretKind, string>>>

const LOCK_WAIT_MS = 10_000

/** Secrets in one JSON file that only its owner may read (0600). For machines without a keychain, by request only. */
export function createFileStore(configDir: string, profile: string): SecretStore {
  const file = join(configDir, 'secrets.json')
  const change = (edit: (own: Partial<Record<SecretKind, string>>) => void): Promise<void> =>
    withFileLock(join(configDir, 'secrets.lock'), { waitMs: LOCK_WAIT_MS }, async () => {
      const contents = readContents(file)
      const own = { ...ownOf(contents, profile) }
      edit(own)
      const { [profile]: _replaced, ...others } = contents
      writePrivateFile(
        file,
        `${JSON.stringify(Object.keys(own).length === 0 ? others : { ...others, [profile]: own }, undefined, 2)}\n`,
      )
    })
  return {
    kind: 'file',
    get: async (name) => ownOf(readContents(file), profile)[name],
    async set(name, value) {
      await change((own) => {
        own[name] = value
      })
      return true
    },
    async delete(name) {
      if (ownOf(readContents(file), profile)[name] === undefined) return
      await change((own) => {
        delete own[name]
      })
    },
  }
}

/** Removes the file with the secrets of all profiles, for where nothing in it can be used. */
export async function removeSecretsFile(configDir: string): Promise<void> {
  await withFileLock(join(configDir, 'secrets.lock'), { waitMs: LOCK_WAIT_MS }, async () =>
    rmSync(join(configDir, 'secrets.json'), { force: true }),
  )
}

function ownOf(contents: Contents, profile: string): Partial<Record<SecretKind, string>> {
  return Object.hasOwn(contents, profile) ? (contents[profile] ?? {}) : {}
}

function readContents(file: string): Contents {
  const text = readOwnedFile(
    file,
    { isSecret: true, bytesMax: LARGEST.secrets },
    ({ what, next, facts }) =>
      new Fault('NO_CREDENTIALS', `The file ${file} ${what}.`, { next, facts: { file, ...facts } }),
  )
  if (text === undefined) return {}
  const damaged = (): Fault =>
    new Fault('NO_CREDENTIALS', `The file ${file} is damaged.`, {
      next: `Remove ${file} and run "hubswitch auth login --store file" again.`,
      facts: { file, isDamaged: true },
    })
  let contents: Record<string, unknown> | undefined
  try {
    // The parser's message may quote the text, so it is dropped.
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      contents = parsed as Record<string, unknown>
  } catch {
    throw damaged()
  }
  if (contents === undefined) throw damaged()
  const wrong = wrongPlace(contents)
  if (wrong === undefined) return contents as Contents
  throw new Fault(
    'NO_CREDENTIALS',
    `The file ${file} is damaged: ${wrong.field} must be ${wrong.wanted}, not ${wrong.found} (line ${lineOf(text, wrong.name)}).`,
    {
      next: `Remove ${file} and run "hubswitch auth login --store file" again.`,
      facts: { file, field: wrong.field, isDamaged: true },
    },
  )
}

/** The first value that is no text where a secret is kept. Of the value only its type is told. */
function wrongPlace(
  contents: Record<string, unknown>,
): { field: string; name: string; wanted: string; found: string } | undefined {
  for (const [profile, own] of Object.entries(contents)) {
    if (typeof own !== 'object' || own === null || Array.isArray(own))
      return { field: profile, name: profile, wanted: 'an object', found: typeName(own) }
    for (const [name, value] of Object.entries(own))
      if (typeof value !== 'string')
        return { field: `${profile}.${name}`, name, wanted: 'text in quotes', found: typeName(value) }
  }
  return undefined
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'text' : `a ${typeof value}`
}

/** The first line that names a key; 1 where it is spelt otherwise. */
function lineOf(text: string, name: string): number {
  const at = text.indexOf(JSON.stringify(name))
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}
