import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import type { CodeSection, Mapping } from '../../files/index.js'
import { LARGEST, readBounded } from '../../given-file.js'
import type { KnownCodes } from '../../resnotif/index.js'
import { unreadable } from '../capture/index.js'
import type { ServiceCommand } from '../command/index.js'
import { readMappingFile } from '../input/index.js'

/**
 * The codes that a PMS knows, by its mapping file: the one of "rates push --map", or a CSV with the columns kind, hub and pms.
 * @param notice is told of a code of the hub that stands for several codes of the PMS
 * @throws Fault INVALID_INPUT for a file that cannot be read, or maps nothing
 */
export async function readKnownCodes(file: string, notice: (text: string) => void): Promise<KnownCodes> {
  const known = /\.csv$/i.test(file) ? await readTable(file, notice) : ofMapping(file, await readMappingFile(file))
  if (known.hotels === undefined && known.rooms === undefined && known.plans === undefined)
    throw new Fault('INVALID_INPUT', `${file} maps no hotels, rooms or plans.`, {
      next: 'Write for example "rooms: {DBL: 101}": the code of the PMS, and the code that the hub sends.',
    })
  return known
}

/** Of a mapping file the ids are what the hub sends. */
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

const SECTIONS = { hotel: 'hotels', room: 'rooms', plan: 'plans' } as const

async function readTable(file: string, notice: (text: string) => void): Promise<KnownCodes> {
  const bytes = await readBounded(file, LARGEST.document).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  const lines = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
  const delimiter = [';', '\t', ','].find((mark) => lines[0]?.includes(mark) === true) ?? ','
  const cells = (line: string): string[] =>
    line.split(delimiter).map((cell) => cell.trim().replace(/^"([^"]{0,200})"$/, '$1'))
  const heads = cells(lines[0] ?? '').map((head) => head.toLowerCase())
  const [kind, hub, pms] = ['kind', 'hub', 'pms'].map((name) => heads.indexOf(name)) as [number, number, number]
  if (kind < 0 || hub < 0)
    throw new Fault('INVALID_INPUT', `${file}:1: the columns of a table of codes are kind, hub and pms.`, {
      next: 'Write "kind,hub,pms" in the first line, and for example "room,101,DBL" below it.',
    })
  const known: { hotels?: Map<string, string>; rooms?: Map<string, string>; plans?: Map<string, string> } = {}
  const findings = lines.slice(1).flatMap((line, at) => {
    if (line.trim() === '') return []
    const row = cells(line)
    const [what, code] = [row[kind]?.toLowerCase() ?? '', row[hub] ?? '']
    if (!Object.hasOwn(SECTIONS, what) || code === '')
      return [
        {
          file,
          line: at + 2,
          reason: code === '' ? 'has no code of the hub' : `has the kind "${what.slice(0, 40)}"`,
          remedy: 'kind is hotel, room or plan.',
        },
      ]
    const section = (known[SECTIONS[what as keyof typeof SECTIONS]] ??= new Map())
    // A line without a code of the PMS says that there is none, where the table has a column for it.
    const own = row[pms] ?? ''
    const before = section.get(code)
    if (before !== undefined && before !== '' && own !== '' && before !== own)
      notice(
        `${file}:${at + 2}: ${what} ${code.slice(0, 40)} of the hub is "${before.slice(0, 40)}" at the PMS further up, and "${own.slice(0, 40)}" here; findings name the last. Leave one of them.`,
      )
    if (pms < 0 || own !== '') section.set(code, own)
    return []
  })
  if (findings.length > 0)
    throw new Fault('INVALID_INPUT', `${file} cannot be read as a table of codes.`, {
      findings,
      next: 'Correct the lines. Nothing was checked.',
    })
  return { from: file, ...known }
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
    hotels: new Map([[hotel, '']]),
    rooms: new Map(rooms.map(({ id, name }) => [String(id), name ?? ''])),
    ...(plans.length === 0 ? {} : { plans: new Map(plans) }),
  }
}
