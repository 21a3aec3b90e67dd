import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readNoteObject } from '../given-file.js'
import { makeFolder } from '../whole-file.js'
import { peekRows } from '../sql/index.js'
import { journalFile } from './file/index.js'

/** What may be named on a command line by an id. */
export type NamedKind = 'property' | 'room' | 'plan' | 'run' | 'reservation'

/** An id and what a person knows it by; `of` is the property that a room or plan belongs to. */
export interface NamedId {
  id: string
  name: string
  of?: string
}

type Names = Partial<Record<NamedKind, NamedId[]>>

/** The newest of each kind; a manager of thousands of units completes what was looked at last. */
const KEPT_MAX = 500
const BYTES_MAX = 2_000_000
const NAME_MAX = 80
const LISTED_MAX = 100

const namesFile = (dataDir: string): string => join(dataDir, 'names.json')

function readAll(dataDir: string): Record<string, Names> {
  return (readNoteObject(namesFile(dataDir), { bytesMax: BYTES_MAX, ownOnly: true }) ?? {}) as Record<string, Names>
}

const listOf = (names: Names | undefined, kind: NamedKind): NamedId[] => {
  const list: unknown = names?.[kind]
  return Array.isArray(list)
    ? (list as unknown[]).filter(
        (item): item is NamedId =>
          typeof item === 'object' && item !== null && typeof (item as NamedId).id === 'string',
      )
    : []
}

/**
 * Keeps ids and names that a service of a profile has shown, for completion alone: a file that is lost, damaged or overtaken by another process costs
 * a suggestion and nothing else. The caller has taken secrets out.
 */
export function keepNames(dataDir: string, profile: string, seen: Names): void {
  const all = readAll(dataDir)
  const known = Object.hasOwn(all, profile) ? all[profile] : undefined
  const merged: Names = {}
  for (const kind of ['property', 'room', 'plan'] as const) {
    const fresh = listOf(seen, kind).map((item) => ({ ...item, name: item.name.slice(0, NAME_MAX) }))
    const ids = new Set(fresh.map(({ id }) => id))
    const list = [...fresh, ...listOf(known, kind).filter(({ id }) => !ids.has(id))].slice(0, KEPT_MAX)
    if (list.length > 0) merged[kind] = list
  }
  if (JSON.stringify(merged) === JSON.stringify(known)) return
  const file = namesFile(dataDir)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    makeFolder(dataDir)
    writeFileSync(draft, JSON.stringify({ ...all, [profile]: merged }), { flag: 'wx', mode: 0o600 })
    renameSync(draft, file)
  } catch {
    rmSync(draft, { force: true })
  }
}

const OF_TARGET = 'JOIN target ON target.id = target AND target.profile = ?'
const QUERIES: Record<NamedKind, string> = {
  property: `SELECT DISTINCT hotel AS id, '' AS name FROM known ${OF_TARGET} LIMIT ${LISTED_MAX}`,
  room: `SELECT DISTINCT room AS id, '' AS name, hotel AS of FROM known ${OF_TARGET} WHERE room <> '' LIMIT ${LISTED_MAX}`,
  plan: `SELECT DISTINCT plan AS id, '' AS name, hotel AS of FROM known ${OF_TARGET} WHERE plan <> '' LIMIT ${LISTED_MAX}`,
  run: `SELECT CAST(run.id AS TEXT) AS id, kind || ', ' || state || ', ' || strftime('%Y-%m-%d %H:%M', created_at / 1000, 'unixepoch', 'localtime') AS name FROM run ${OF_TARGET} ORDER BY run.id DESC LIMIT ${LISTED_MAX}`,
  reservation: `SELECT DISTINCT booking_id AS id, summary || ', ' || state AS name FROM attempt WHERE profile = ? AND booking_id IS NOT NULL ORDER BY attempt.id DESC LIMIT ${LISTED_MAX}`,
}

/** The ids of a kind that this machine knows at a profile's service, the newest first, without asking anybody. */
export function namesOf(dataDir: string, profile: string, kind: NamedKind): NamedId[] {
  const all = readAll(dataDir)
  const cached = Object.hasOwn(all, profile) ? listOf(all[profile], kind) : []
  const file = journalFile(dataDir)
  const [rows = []] = existsSync(file) ? peekRows<NamedId>(file, [{ sql: QUERIES[kind], values: [profile] }]) : []
  const byId = new Map<string, NamedId>()
  for (const item of [...rows, ...cached]) {
    const earlier = byId.get(item.id)
    if (earlier === undefined || earlier.name === '') byId.set(item.id, item)
  }
  return [...byId.values()]
}
