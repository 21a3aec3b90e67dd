import { type CodeTable, type FoundCode, isServiceId } from '../../files/index.js'
import type { Choice } from '../terminal/index.js'
import type { Asking, KnownRoom, ServiceFacts } from './asking.js'
import { byLikeness, UNLIKE } from './room-likeness.js'

/** More codes than this are nothing that a person wants to be asked about one by one. */
export const CODES_ASKED_MAX = 200

/** Own codes and the ids behind them, and the id of the only property where the rows name none. */
export interface CodeDecisions {
  hotel?: string
  hotels?: Record<string, string>
  rooms?: { all: CodeTable; byHotel: Record<string, Record<string, string>> }
  plans?: { all: CodeTable; byHotel: Record<string, Record<string, string>> }
}

const NUMBER = 'Write a number of the service, digits only.'

/** Asks for the property of rows that name none. */
export async function askProperty(ask: Asking, facts: ServiceFacts, what: string): Promise<string> {
  const [only, ...more] = facts.properties()
  for (;;) {
    const id = await ask.type(`${what} Its number at the service`, {
      ...(only !== undefined && more.length === 0 ? { initial: only } : {}),
      check: (text) => (isServiceId(text) ? undefined : NUMBER),
    })
    if ((await facts.roomsOf(id)) !== 'absent') return id
    what = `The service has no property ${id}.`
  }
}

/**
 * Asks which ids stand behind the codes of a file: properties first, then the rooms and plans of each. A section of a mapping file holds every code that may be
 * used, so what is an id already stands in it as well.
 */
export async function askCodes(
  ask: Asking,
  facts: ServiceFacts,
  found: readonly FoundCode[],
  hotel: string | undefined,
): Promise<CodeDecisions> {
  const decisions: CodeDecisions = {}
  const hotelOf = new Map<string, string>(hotel === undefined ? [] : [['', hotel]])
  for (const code of distinct(found.map((one) => one.hotel)))
    hotelOf.set(
      code,
      (await isProperty(facts, code)) ? code : await askProperty(ask, facts, `Which property is "${code}"?`),
    )
  const own = [...hotelOf].filter(([code]) => code !== '')
  if (own.some(([code, id]) => code !== id)) decisions.hotels = Object.fromEntries(own)
  const rooms = new Map<string, Record<string, string>>()
  const plans = new Map<string, Record<string, string>>()
  for (const [code, id] of hotelOf) {
    const rows = found.filter((one) => one.hotel === code)
    const known = await facts.roomsOf(id)
    const table = await askRooms(
      ask,
      distinct(rows.map(({ room }) => room)).filter((room) => room !== '*'),
      known === 'absent' ? undefined : known,
      id,
    )
    if (table !== undefined) rooms.set(id, { ...rooms.get(id), ...table })
    const planTable = await askPlans(
      ask,
      distinct(rows.map(({ plan }) => plan)).filter((plan) => plan !== '*'),
      await facts.plansOf(id),
      id,
    )
    if (planTable !== undefined) plans.set(id, { ...plans.get(id), ...planTable })
  }
  const [roomSection, planSection] = [sectionOf(rooms), sectionOf(plans)]
  if (roomSection !== undefined) decisions.rooms = roomSection
  if (planSection !== undefined) decisions.plans = planSection
  return decisions
}

async function isProperty(facts: ServiceFacts, code: string): Promise<boolean> {
  return isServiceId(code) && (await facts.roomsOf(code)) !== 'absent'
}

/** @returns undefined where every code is an id of the property */
async function askRooms(
  ask: Asking,
  codes: readonly string[],
  known: readonly KnownRoom[] | undefined,
  hotel: string,
): Promise<Record<string, string> | undefined> {
  const isRoom = (code: string): boolean =>
    isServiceId(code) && (known === undefined || known.some(({ id }) => id === code))
  if (codes.every(isRoom)) return undefined
  const table: Record<string, string> = {}
  for (const code of codes) table[code] = isRoom(code) ? code : await askRoom(ask, code, known ?? [], { hotel, table })
  return table
}

async function askRoom(
  ask: Asking,
  code: string,
  known: readonly KnownRoom[],
  { hotel, table }: { hotel: string; table: Readonly<Record<string, string>> },
): Promise<string> {
  const message = `Room "${code}" of property ${hotel} is`
  if (known.length === 0)
    return ask.type(`${message} number`, { check: (text) => (isServiceId(text) ? undefined : NUMBER) })
  const ranked = byLikeness(code, known)
  const takenBy = new Map(Object.entries(table).map(([other, id]) => [id, other]))
  const choices = ranked.map(({ room: { id, name }, rank }): Choice => {
    const other = takenBy.get(id)
    const hint = other === undefined ? LIKENESS[rank] : `stands for "${other}" already`
    return { value: id, label: name === undefined ? id : `${id}: ${name}`, ...(hint === undefined ? {} : { hint }) }
  })
  const [first, second] = ranked.filter(({ room }) => !takenBy.has(room.id))
  // Two that are as like are no guess.
  const isGuess = first !== undefined && first.rank < UNLIKE && first.rank !== second?.rank
  return ask.settle(message, choices, isGuess ? first.room.id : undefined)
}

const LIKENESS = [
  'its own code or number',
  'its name',
  'a name like it',
  'its name has these letters in order',
] as const

async function askPlans(
  ask: Asking,
  codes: readonly string[],
  known: readonly { id: string; name: string }[],
  hotel: string,
): Promise<Record<string, string> | undefined> {
  if (codes.every(isServiceId)) return undefined
  const table: Record<string, string> = {}
  for (const code of codes) {
    const message = `Rate plan "${code}" of property ${hotel} is`
    if (isServiceId(code)) table[code] = code
    else if (known.length === 0)
      table[code] = await ask.type(`${message} number`, { check: (text) => (isServiceId(text) ? undefined : NUMBER) })
    else
      table[code] = await ask.settle(
        message,
        byLikeness(code, known).map(({ room: { id, name } }) => ({ value: id, label: `${id}: ${name}` })),
      )
  }
  return table
}

function sectionOf(tables: ReadonlyMap<string, Record<string, string>>): CodeDecisions['rooms'] {
  if (tables.size === 0) return undefined
  const [[, only] = []] = tables
  return tables.size === 1 ? { all: only as CodeTable, byHotel: {} } : { all: {}, byHotel: Object.fromEntries(tables) }
}

function distinct(codes: readonly string[]): string[] {
  return [...new Set(codes)].filter((code) => code !== '')
}
