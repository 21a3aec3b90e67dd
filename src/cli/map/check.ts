import type { Command } from '@oclif/core'
import { EXIT, Fault } from '../../errors.js'
import { checkOptions, findCodes, type Mapping } from '../../files/index.js'
import type { ServiceCommand } from '../command/index.js'
import { inputsOf, readMappingFile } from '../input/index.js'
import { columns, list } from '../show/index.js'
import type { Answer, Column } from '../terminal/index.js'
import { findMapFaults, hotelOf, type MapFinding, roomsWithoutCode, type ServiceRoom } from './findings.js'

export interface MapCheckInput {
  command: ServiceCommand<typeof Command>
  mappingFile: string
  files: readonly string[]
  /** Only this hotel: its code, or the own code of the mapping file. */
  hotel: string | undefined
  whenDone: (close: () => unknown) => void
}

/** Faults that are the service's word on one hotel. */
const ABOUT_THE_HOTEL = new Set(['REFUSED', 'NOT_FOUND', 'FORBIDDEN'])

export const mapFindingColumns: Column[] = columns('finding', 'what', 'code', 'id', 'hotel', 'file', 'line', 'note')

/**
 * Compares a mapping file with the rooms of the service and the codes of files. Exits with 8 if there are findings.
 * @throws Fault INVALID_INPUT for a mapping file or a file that cannot be read, USAGE where no hotel is known
 */
export async function checkMap({
  command,
  mappingFile,
  files,
  hotel: given,
  whenDone,
}: MapCheckInput): Promise<Answer> {
  const mapping = await readMappingFile(mappingFile)
  const { hotel } = checkOptions({ ...mapping, ...(given === undefined ? {} : { hotel: given }) })
  const inputs = await inputsOf(files, undefined, command.ending())
  whenDone(inputs.remove)
  const found =
    files.length === 0
      ? undefined
      : await findCodes(inputs.files, { ...mapping, ...(hotel === undefined ? {} : { hotel }) })
  const hotels = given === undefined ? hotelsOf(mapping, hotel) : [hotel as string]
  for (const one of found ?? []) {
    const id = given === undefined ? hotelOf({ mapping, hotel }, one.hotel) : undefined
    if (id !== undefined && !hotels.includes(id)) hotels.push(id)
  }
  if (hotels.length === 0)
    throw new Fault('USAGE', 'Which hotel is the mapping file about?', {
      next: 'Add --hotel CODE, name files that have the hotels, or write "hotel: CODE" in the mapping file.',
    })
  const rooms = new Map<string, readonly ServiceRoom[] | undefined>()
  for (const one of hotels) rooms.set(one, await roomsOf(command, one))
  const facts = {
    mapping,
    rooms,
    found: found?.filter((one) => given === undefined || hotelOf({ mapping, hotel }, one.hotel) === hotel),
    hotel,
  }
  const findings = [...unknownHotels(hotels, rooms, mapping), ...findMapFaults(facts)]
  const bare = roomsWithoutCode(facts)
  for (const { hotel: id, id: room, name } of bare)
    command.notice(`Hotel ${id}: no code stands for room ${room}${name === undefined ? '' : ` (${name})`}.`)
  const data = { mapping: mappingFile, hotels, files: files.length, findings, roomsWithoutCode: bare }
  const agrees = `${mappingFile} agrees with the rooms of ${hotels.length === 1 ? `hotel ${hotels[0]}` : `${hotels.length} hotels`}${files.length === 0 ? '' : ' and the files'}.`
  return { ...list(data, findings, mapFindingColumns, agrees), exitCode: findings.length > 0 ? EXIT.findings : EXIT.ok }
}

function hotelsOf({ codes = {} }: Mapping, hotel: string | undefined): string[] {
  return [
    ...new Set([
      ...(hotel === undefined ? [] : [hotel]),
      ...Object.values(codes.hotels ?? {}),
      ...Object.keys(codes.rooms?.byHotel ?? {}),
      ...Object.keys(codes.plans?.byHotel ?? {}),
    ]),
  ]
}

/** The active rooms of a hotel; undefined where the service does not know it. */
async function roomsOf(command: ServiceCommand<typeof Command>, hotel: string): Promise<ServiceRoom[] | undefined> {
  try {
    const { rooms } = await command.call('room.list', { body: { hotel_code: hotel } })
    return rooms.map(({ id, name, code }) => ({ id: String(id), name, code }))
  } catch (error) {
    if (error instanceof Fault && ABOUT_THE_HOTEL.has(error.code)) return undefined
    throw error
  }
}

/** Hotels that stand in no list of codes and that the service does not know. */
function unknownHotels(
  hotels: readonly string[],
  rooms: ReadonlyMap<string, unknown>,
  { codes = {} }: Mapping,
): MapFinding[] {
  const mapped = new Set(Object.values(codes.hotels ?? {}))
  return hotels
    .filter((id) => rooms.get(id) === undefined && !mapped.has(id))
    .map((id) => ({ finding: 'unknown id', what: 'hotel', code: id, id, note: 'the service does not know this hotel' }))
}
