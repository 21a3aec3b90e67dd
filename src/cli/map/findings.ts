import type { CodeSection, CodeTable, FoundCode, Mapping } from '../../files/index.js'
import { nearest } from '../../nearest.js'
import { byLikeness, UNLIKE } from '../interview/index.js'

/** A room as the service names it. */
export interface ServiceRoom {
  id: string
  name?: string | undefined
  code?: string | undefined
}

/** Something in a mapping file, or missing from it, that a push would trip over. */
export interface MapFinding {
  finding: 'unmapped' | 'doubly mapped' | 'unused' | 'unknown id'
  what: 'hotel' | 'room' | 'plan'
  code: string
  id?: string
  /** Hotel of the room or plan, by its id. */
  hotel?: string
  file?: string
  line?: number
  note: string
}

export interface MapFacts {
  mapping: Mapping
  /** Rooms of each hotel by its id; undefined for one that the service does not know. */
  rooms: ReadonlyMap<string, readonly ServiceRoom[] | undefined>
  /** Codes of the files; undefined where no files were given. */
  found: readonly FoundCode[] | undefined
  /** Hotel of rows that name none, by its id. */
  hotel: string | undefined
}

const SUGGESTED = 3

/** Compares a mapping file with what the service has and with what files hold. */
export function findMapFaults(facts: MapFacts): MapFinding[] {
  const { codes = {} } = facts.mapping
  const findings: MapFinding[] = [...unmapped(facts), ...unknownIds(facts), ...doubles(codes.hotels ?? {}, 'hotel')]
  for (const [what, section] of [
    ['room', codes.rooms],
    ['plan', codes.plans],
  ] as const) {
    if (section === undefined) continue
    findings.push(...doubles(section.all, what))
    for (const [hotel, table] of Object.entries(section.byHotel))
      findings.push(
        ...doubles({ ...section.all, ...table }, what, hotel).filter(({ id }) =>
          Object.values(table).includes(id as string),
        ),
      )
  }
  return [...findings, ...unused(facts)]
}

/** Rooms of the service that no code stands for. */
export function roomsWithoutCode({ mapping, rooms }: MapFacts): (ServiceRoom & { hotel: string })[] {
  const section = mapping.codes?.rooms
  if (section === undefined) return []
  return [...rooms].flatMap(([hotel, list]) => {
    const ids = new Set(Object.values(tableOf(section, hotel)))
    return (list ?? []).filter(({ id }) => !ids.has(id)).map((room) => ({ hotel, ...room }))
  })
}

/** The hotel of a row by its id, undefined where its code is not mapped. */
export function hotelOf({ mapping, hotel }: Pick<MapFacts, 'mapping' | 'hotel'>, code: string): string | undefined {
  if (code === '') return hotel
  const { hotels } = mapping.codes ?? {}
  if (hotels !== undefined) return Object.hasOwn(hotels, code) ? hotels[code] : undefined
  return /^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : undefined
}

function unmapped(facts: MapFacts): MapFinding[] {
  const {
    mapping: { codes = {} },
    found = [],
    rooms,
  } = facts
  const findings = new Map<string, MapFinding>()
  const note = (finding: MapFinding): void => {
    const key = JSON.stringify([finding.what, finding.hotel, finding.code])
    if (!findings.has(key)) findings.set(key, finding)
  }
  for (const { hotel: hotelCode, room, plan, file, line } of found) {
    const hotel = hotelOf(facts, hotelCode)
    const place = { file, line }
    if (hotel === undefined && hotelCode !== '')
      note({
        finding: 'unmapped',
        what: 'hotel',
        code: hotelCode,
        ...place,
        note: nearNote(hotelCode, Object.keys(codes.hotels ?? {})),
      })
    const of = hotel === undefined ? {} : { hotel }
    if (codes.rooms !== undefined && room !== '' && room !== '*' && !Object.hasOwn(tableOf(codes.rooms, hotel), room)) {
      note({
        finding: 'unmapped',
        what: 'room',
        code: room,
        ...of,
        ...place,
        note: roomNote(
          room,
          tableOf(codes.rooms, hotel),
          rooms.get(hotel ?? '') ?? [...rooms.values()].flatMap((list) => list ?? []),
        ),
      })
    }
    if (codes.plans !== undefined && plan !== '' && !Object.hasOwn(tableOf(codes.plans, hotel), plan))
      note({
        finding: 'unmapped',
        what: 'plan',
        code: plan,
        ...of,
        ...place,
        note: nearNote(plan, Object.keys(tableOf(codes.plans, hotel))),
      })
  }
  return [...findings.values()]
}

function unknownIds(facts: MapFacts): MapFinding[] {
  const {
    mapping: { codes = {} },
    rooms,
    found = [],
  } = facts
  const findings: MapFinding[] = []
  for (const [code, id] of Object.entries(codes.hotels ?? {})) {
    if (rooms.has(id) && rooms.get(id) === undefined)
      findings.push({ finding: 'unknown id', what: 'hotel', code, id, note: 'the service does not know this hotel' })
  }
  const all = [...rooms.values()].flatMap((list) => list ?? [])
  const unknown = (code: string, id: string, list: readonly ServiceRoom[], hotel?: string): void => {
    if (list.some((room) => room.id === id)) return
    findings.push({
      finding: 'unknown id',
      what: 'room',
      code,
      id,
      ...(hotel === undefined ? {} : { hotel }),
      note: suggestions(code, list),
    })
  }
  // Of a hotel that the service does not know nothing more can be said.
  if ([...rooms.values()].some((list) => list !== undefined))
    for (const [code, id] of Object.entries(codes.rooms?.all ?? {})) unknown(code, id, all)
  for (const [hotel, table] of Object.entries(codes.rooms?.byHotel ?? {})) {
    const list = rooms.get(hotel)
    if (list !== undefined) for (const [code, id] of Object.entries(table)) unknown(code, id, list, hotel)
  }
  // A code for all hotels may stand for a room of another hotel than the row's.
  const seen = new Set(findings.map(({ code, hotel }) => JSON.stringify([code, hotel])))
  for (const { hotel: hotelCode, room } of found) {
    const hotel = hotelOf(facts, hotelCode)
    const list = hotel === undefined ? undefined : rooms.get(hotel)
    const id = codes.rooms === undefined ? undefined : tableOf(codes.rooms, hotel)[room]
    const isKnown =
      list === undefined || id === undefined || list.some((one) => one.id === id) || !all.some((one) => one.id === id)
    if (isKnown || seen.has(JSON.stringify([room, hotel]))) continue
    seen.add(JSON.stringify([room, hotel]))
    unknown(room, id, list, hotel)
  }
  return findings
}

function doubles(table: CodeTable, what: MapFinding['what'], hotel?: string): MapFinding[] {
  const byId = new Map<string, string[]>()
  for (const [code, id] of Object.entries(table)) byId.set(id, [...(byId.get(id) ?? []), code])
  return [...byId]
    .filter(([, codes]) => codes.length > 1)
    .map(([id, codes]) => ({
      finding: 'doubly mapped',
      what,
      code: codes.join(', '),
      id,
      ...(hotel === undefined ? {} : { hotel }),
      note: 'two codes for one id: where a file holds both, they contradict each other',
    }))
}

function unused(facts: MapFacts): MapFinding[] {
  const {
    found,
    mapping: { codes = {} },
  } = facts
  if (found === undefined) return []
  const note = 'no file holds it'
  const findings: MapFinding[] = Object.keys(codes.hotels ?? {})
    .filter((code) => !found.some(({ hotel }) => hotel === code))
    .map((code) => ({ finding: 'unused', what: 'hotel', code, note }))
  for (const [what, section] of [
    ['room', codes.rooms],
    ['plan', codes.plans],
  ] as const) {
    for (const code of Object.keys(section?.all ?? {}))
      if (!found.some((one) => one[what] === code)) findings.push({ finding: 'unused', what, code, note })
    for (const [hotel, table] of Object.entries(section?.byHotel ?? {})) {
      for (const code of Object.keys(table))
        if (!found.some((one) => one[what] === code && hotelOf(facts, one.hotel) === hotel))
          findings.push({ finding: 'unused', what, code, hotel, note })
    }
  }
  return findings
}

function tableOf({ all, byHotel }: CodeSection, hotel: string | undefined): CodeTable {
  return { ...all, ...(hotel === undefined ? {} : byHotel[hotel]) }
}

function roomNote(code: string, table: CodeTable, rooms: readonly ServiceRoom[]): string {
  const near = nearest(code, Object.keys(table))
  return near === undefined ? suggestions(code, rooms) : `did you mean ${near} (${table[near]})?`
}

function nearNote(code: string, known: readonly string[]): string {
  const near = nearest(code, known)
  return near === undefined
    ? known.length === 0
      ? 'the mapping file has none'
      : `it has ${known.slice(0, 2 * SUGGESTED).join(', ')}${known.length > 2 * SUGGESTED ? ', …' : ''}`
    : `did you mean ${near}?`
}

/** The rooms most like a code: by their own code, by a near name, or by a name that has its letters in order. */
function suggestions(code: string, rooms: readonly ServiceRoom[]): string {
  const shown = ({ id, name }: ServiceRoom): string => (name === undefined ? id : `${id} ${name}`)
  const ranked = byLikeness(code, rooms)
  const like = ranked.filter(({ rank }) => rank < UNLIKE).slice(0, SUGGESTED)
  if (like.length > 0) return `the service has ${like.map(({ room }) => shown(room)).join(', ')}`
  return ranked.length === 0
    ? 'the service has no active rooms there'
    : `the service has ${ranked
        .slice(0, 2 * SUGGESTED)
        .map(({ room }) => shown(room))
        .join(', ')}${ranked.length > 2 * SUGGESTED ? ', …' : ''}`
}
