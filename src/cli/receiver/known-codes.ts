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
import { isHandedOver, LARGEST, readBounded } from '../../given-file.js'
import type { KnownCodes } from '../../resnotif/index.js'
import { unreadable } from '../capture/index.js'
import type { ServiceCommand } from '../command/index.js'
import { readMappingFile } from '../input/index.js'

/**
 * The codes that a PMS knows, by its mapping file: the one of "rates push --map", or a table with the columns kind, hub and pms.
 * @param notice is told of a code of the hub that stands for several codes of the PMS
 * @throws Fault INVALID_INPUT for a file that cannot be read, or maps nothing
 */
export async function readKnownCodes(file: string, notice: (text: string) => void): Promise<KnownCodes> {
  // What a shell hands over can be read once, and is a mapping unless its name says that it is a table.
  const isNamed = /\.(?:csv|tsv|tab)$/i.test(file)
  const known =
    !isNamed && isHandedOver(file)
      ? ofMapping(file, await readMappingFile(file, undefined, 'as written'))
      : codesIn(await bytesOf(file), file, isNamed, notice)
  if (known.hotels === undefined && known.rooms === undefined && known.plans === undefined)
    throw new Fault('INVALID_INPUT', `${file} maps no hotels, rooms or plans.`, {
      next: 'Write for example "rooms: {DBL: 101}": the code of the PMS, and the code that the hub sends.',
    })
  return known
}

/** A table by its name, or by its first line whatever it is called; else a mapping. */
function codesIn(bytes: Buffer, file: string, isNamed: boolean, notice: (text: string) => void): KnownCodes {
  if (
    bytes.subarray(0, 2).toString('latin1') === 'PK' ||
    bytes.subarray(0, 4).toString('latin1') === '\xd0\xcf\x11\xe0'
  )
    throw new Fault('INVALID_INPUT', `${file} is a workbook, and codes are read from CSV or YAML.`, {
      next: 'Save its sheet as CSV, with the columns kind, hub and pms.',
    })
  const text = tableText(bytes)
  return isNamed || isCodeTable(text)
    ? { from: file, ...readCodeTable(text, file, notice) }
    : ofMapping(file, readMapping(bytes.toString('utf8'), file, 'as written'))
}

/** Of a mapping file the ids are what the hub sends, letter by letter. */
function ofMapping(file: string, { codes = {} }: Mapping): KnownCodes {
  const idsOf = (section: CodeSection | undefined): Map<string, string> | undefined =>
    section === undefined
      ? undefined
      : new Map(
          [section.all, ...Object.values(section.byHotel)].flatMap((table) =>
            Object.entries(table).map(([own, id]): [string, string] => [id, own]),
          ),
        )
  const [rooms, plans] = [idsOf(codes.rooms), idsOf(codes.plans)]
  return {
    from: file,
    ...(codes.hotels === undefined
      ? {}
      : { hotels: new Map(Object.entries(codes.hotels).map(([own, id]) => [id, own])) }),
    ...(rooms === undefined ? {} : { rooms }),
    ...(plans === undefined ? {} : { plans }),
  }
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
