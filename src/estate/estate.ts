import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { Fault } from '../errors.js'
import { type Journal, openJournal, type Target } from '../journal/index.js'
import { type Engine, engineFault, openEngine, type OpenOptions } from './engine/index.js'
import { KEY } from './keys.js'

/** Rises when what lies in the store is laid out otherwise. */
const FORM = 1
/** A worker that has given no sign of life for so long is not there. */
export const WORKER_GONE_MS = 15_000

/** One account at one service, sent to from many machines. */
export interface Estate {
  engine: Engine
  target: Target
  /** Release of hubswitch on this machine. */
  build: string
  host: string
  /** Epoch milliseconds by the engine's clock, as far as it is known: what hosts write for one another is dated by it. */
  now(): number
  /** Asks the engine for the time. */
  setClock(): Promise<void>
  close(): Promise<void>
}

export interface OpenEstate extends Omit<OpenOptions, 'name'> {
  target: Target
  build: string
}

/**
 * Opens an estate, and makes it where there is none. Machines of different releases do not share one: what one writes the other would read wrongly.
 * @throws Fault UNREACHABLE; LOCKED naming both versions
 */
export async function openEstate({ target, build, ...options }: OpenEstate): Promise<Estate> {
  const engine = await openEngine({ ...options, name: nameOf(target) })
  let ahead = 0
  const estate: Estate = {
    engine,
    target,
    build,
    host: hostname(),
    now: () => Date.now() + ahead,
    setClock: async () => {
      ahead = (await engine.store.now()) - Date.now()
    },
    close: () => engine.close(),
  }
  try {
    await estate.setClock()
    await agree(estate)
    return estate
  } catch (error) {
    await engine.close()
    throw engineFault(error, options.address)
  }
}

/** Keys of one service and account, side by side with those of others. */
function nameOf({ profile, service }: Target): string {
  return createHash('sha256').update(`${profile} ${service}`).digest('hex').slice(0, 16)
}

interface Versions {
  form: number
  schema: number
  build: string
}

async function agree(estate: Estate): Promise<void> {
  const { engine, build } = estate
  const { store, address } = engine
  const mine: Versions = { form: FORM, schema: schemaOf(), build }
  const text = JSON.stringify(mine)
  for (;;) {
    const found = await store.field(KEY.meta, 'versions')
    if (found?.toString() === text) return
    if (found !== undefined && (await isAtWork(estate)))
      throw new Fault(
        'LOCKED',
        `The estate at ${address.shown} is worked on by ${wordsOf(JSON.parse(found.toString()) as Versions)}, and this is ${wordsOf(mine)}.`,
        {
          next: 'Install the same release on every machine, or drain the workers and let the run end first. Nothing was sent.',
          facts: { estate: JSON.parse(found.toString()) as Versions, here: mine },
        },
      )
    if (found !== undefined && !isReadable(JSON.parse(found.toString()) as Versions, mine))
      throw new Fault(
        'LOCKED',
        `The estate at ${address.shown} was written by ${wordsOf(JSON.parse(found.toString()) as Versions)}, which this is not: ${wordsOf(mine)}.`,
        { next: 'Install that release or one that writes the same form, or use another database of the engine.' },
      )
    await store.change({
      when: [{ key: KEY.meta, field: 'versions', is: found }],
      set: [{ key: KEY.meta, field: 'versions', value: text }],
    })
  }
}

/** What another release has left can be taken over while nobody is at it, as long as it is written alike. */
const isReadable = (theirs: Versions, mine: Versions): boolean =>
  theirs.form === mine.form && theirs.schema === mine.schema

const wordsOf = ({ form, schema, build }: Versions): string => `release ${build} (form ${form}, schema ${schema})`

async function isAtWork({ engine: { store }, now: clock }: Estate): Promise<boolean> {
  const [active = new Map<string, Buffer>(), workers = new Map<string, Buffer>()] = await store.readAll([
    KEY.active,
    KEY.workers,
  ])
  const now = clock()
  return (
    active.size > 0 ||
    [...workers.values()].some((bytes) => (JSON.parse(bytes.toString()) as { at: number }).at > now - WORKER_GONE_MS)
  )
}

/** A journal of this process alone. */
function schemaOf(): number {
  const journal: Journal = openJournal()
  try {
    return journal.slices.schema
  } finally {
    journal.close()
  }
}
