import { gunzipSync } from 'node:zlib'
import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import {
  type CodeSection,
  isCodeTable,
  type Mapping,
  readCodeTable,
  readMapping,
  tableText,
} from '../../files/index.js'
import { LARGEST, readBounded } from '../../given-file.js'
import type { KnownCodes } from '../../resnotif/index.js'
import { unreadable } from '../capture/index.js'
import type { ServiceCommand } from '../command/index.js'

/**
 * The codes that a PMS knows, by its mapping file: the one of "rates push --map", or a table with the columns kind, hub and pms.
 * @param notice is told of a code of the hub that stands for several codes of the PMS
 * @throws Fault INVALID_INPUT for a file that cannot be read, or maps nothing
 */
export async function readKnownCodes(file: string, notice: (text: string) => void): Promise<KnownCodes> {
  const known = await bytesOf(file)
    .then((bytes) => codesIn(unpacked(bytes, file), file, notice))
    .catch((error: unknown) => {
      throw asChecked(error)
    })
  if (known.hotels === undefined && known.rooms === undefined && known.plans === undefined)
    throw new Fault('INVALID_INPUT', `${file} maps no hotels, rooms or plans.`, {
      next: 'Write for example "rooms: {DBL: 101}": the code of the PMS, and the code that the hub sends.',
    })
  if (known.onlyHotel !== undefined) notice(`${file} is for hotel ${known.onlyHotel}: a message for any other is told.`)
  return known
}

const TABLE_NAME = /\.(?:csv|tsv|tab)(?:\.gz)?$/i

/** Files of a push may be packed, by whatever name. @throws Fault INVALID_INPUT */
function unpacked(bytes: Buffer, file: string): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST.document })
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new Fault(
      'INVALID_INPUT',
      isLarge
        ? `${file} is larger than ${LARGEST.document / 1024 / 1024} MB when it is unpacked.`
        : `${file} begins as gzip does and cannot be unpacked: it is cut off or damaged.`,
      { next: 'Check how it was made. Nothing was checked.', cause: error },
    )
  }
}

/** What reads mappings is made for pushes. */
function asChecked(error: unknown): unknown {
  if (!(error instanceof Fault)) return error
  const { code, message, next, findings, facts, cause } = error
  return new Fault(code, message, {
    next: next.replace('Nothing was sent.', 'Nothing was checked.'),
    findings,
    facts,
    cause,
  })
}

/** A table by its name, or by its first line whatever it is called; else a mapping. */
function codesIn(bytes: Buffer, file: string, notice: (text: string) => void): KnownCodes {
  if (
    bytes.subarray(0, 2).toString('latin1') === 'PK' ||
    bytes.subarray(0, 4).toString('latin1') === '\xd0\xcf\x11\xe0'
  )
    throw new Fault('INVALID_INPUT', `${file} is a workbook, and codes are read from CSV or YAML.`, {
      next: 'Save its sheet as CSV, with the columns kind, hub and pms.',
    })
  const text = tableText(bytes)
  return TABLE_NAME.test(file) || isCodeTable(text)
    ? { from: file, ...readCodeTable(text, file, notice) }
    : withDirection(ofMapping(file, readMapping(bytes.toString('utf8'), file, 'as written')), notice)
}

/** Which side is the hub's, said where a file looks as if it had them the other way round: numbers for the PMS, and none for the hub. */
function withDirection(known: KnownCodes, notice: (text: string) => void): KnownCodes {
  for (const kind of ['hotels', 'rooms', 'plans'] as const) {
    const codes = [...(known[kind] ?? [])].filter(([, own]) => own !== '')
    const [first] = codes
    if (first === undefined || !codes.every(([hub, own]) => DIGITS.test(own) && !DIGITS.test(hub))) continue
    const [hub, own] = first.map((code) => code.slice(0, 40))
    notice(
      `${known.from}, ${kind}: "${own}: ${hub}" says that the hub sends ${hub}, and that it is ${own} at the PMS. If it is the other way round, exchange the two.`,
    )
  }
  return known
}

const DIGITS = /^\d+$/

/** Of a mapping file the ids are what the hub sends, letter by letter. */
function ofMapping(file: string, { codes = {}, hotel }: Mapping): KnownCodes {
  const idsOf = (section: CodeSection | undefined): Map<string, string> | undefined =>
    section === undefined
      ? undefined
      : new Map(
          [section.all, ...Object.values(section.byHotel)].flatMap((table) =>
            Object.entries(table).map(([own, id]): [string, string] => [id, own]),
          ),
        )
  const [rooms, plans] = [idsOf(codes.rooms), idsOf(codes.plans)]
  const only = codes.hotels === undefined ? hotelOf(hotel) : undefined
  return {
    from: file,
    ...(codes.hotels === undefined
      ? {}
      : { hotels: new Map(Object.entries(codes.hotels).map(([own, id]) => [id, own])) }),
    ...(only === undefined ? {} : { hotels: new Map([[only, '']]), onlyHotel: only }),
    ...(rooms === undefined ? {} : { rooms }),
    ...(plans === undefined ? {} : { plans }),
  }
}

/** The hotel that `hotel:` says all rows of a push are for, where that is a number of the hub and no code of the PMS. */
function hotelOf(hotel: string | undefined): string | undefined {
  const bare = hotel?.trim() ?? ''
  return /^\d{1,30}$/.test(bare) ? bare : undefined
}

async function bytesOf(file: string): Promise<Buffer> {
  return readBounded(file, LARGEST.document).catch((error: unknown) => {
    throw unreadable(file, error)
  })
}

/**
 * The codes that the service has for a hotel: its rooms, and the plans of its active products.
 * @throws what the calls throw
 */
export async function codesOfHotel(command: ServiceCommand<typeof Command>, hotel: string): Promise<KnownCodes> {
  const { rooms } = await command.call('room.list', { body: { hotel_code: hotel } })
  const { products } = await command.call('product.list', { body: { hotel_code: hotel } })
  const plans = products.flatMap(({ rate_plan: plan }): [string, string][] =>
    plan?.id === undefined || plan.id === null ? [] : [[String(plan.id), plan.name ?? '']],
  )
  return {
    from: `hotel ${hotel} at the service`,
    hotels: new Map([[/^\d+$/.test(hotel) ? String(BigInt(hotel)) : hotel, '']]),
    rooms: new Map(rooms.map(({ id, name }) => [String(id), name ?? ''])),
    ...(plans.length === 0 ? {} : { plans: new Map(plans) }),
  }
}
