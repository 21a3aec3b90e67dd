import { stringify } from 'yaml'
import type { CodeSection, CodeTable, FileFacts, ReadOptions } from '../reading/index.js'
import type { FileReading } from './file-reading.js'

interface Keeping {
  /** Canonical name → column of the file. */
  read: Readonly<Record<string, string>>
  reading: FileReading | undefined
  facts: FileFacts
  notRead: readonly string[]
  options: ReadOptions
}

/** A mapping file, as data, that reads a file like this one without a proof of its own. */
export function keepingOf({ read, reading, facts, notRead, options }: Keeping): Record<string, unknown> {
  const formats = new Set(
    [...(reading?.dates.values() ?? [])].flatMap((forms) =>
      typeof forms === 'string' ? [forms] : Object.values(forms),
    ),
  )
  const decimals = new Set(reading?.decimals.values() ?? [])
  const ignored = [...new Set([...(options.ignoreColumns ?? []), ...notRead])]
  const { codes, hotel, currency } = options
  const encoding = options.encoding ?? facts.encoding?.name
  return {
    columns: { ...read },
    ...(codes?.hotels === undefined ? {} : { hotels: numbered(codes.hotels) }),
    ...(codes?.rooms === undefined ? {} : { rooms: sectionOf(codes.rooms) }),
    ...(codes?.plans === undefined ? {} : { plans: sectionOf(codes.plans) }),
    ...(decimals.size === 1
      ? { decimal: [...decimals][0] }
      : options.decimal === undefined
        ? {}
        : { decimal: options.decimal }),
    ...(formats.size === 1
      ? { date_format: [...formats][0] }
      : options.dateFormat === undefined
        ? {}
        : { date_format: options.dateFormat }),
    ...(options.dateCells === undefined ? {} : { date_cells: options.dateCells }),
    ...(options.rangeEnd === undefined ? {} : { range_end: options.rangeEnd }),
    ...(options.round === undefined ? {} : { round: options.round }),
    ...(encoding === undefined || encoding === 'ascii' || encoding === 'utf-8' ? {} : { encoding }),
    ...(facts.delimiter === undefined || facts.delimiter === ','
      ? {}
      : { delimiter: facts.delimiter === '\t' ? 'tab' : facts.delimiter }),
    ...(options.sheet === undefined ? {} : { sheet: options.sheet }),
    ...(options.matrix === undefined ? {} : { matrix: options.matrix }),
    ...(currency === undefined ? {} : { currency }),
    ...(hotel === undefined ? {} : { hotel: idValue(hotel) }),
    ...(ignored.length === 0 ? {} : { ignore: ignored }),
  }
}

/** The text of a mapping file. */
export function mappingText(mapping: Readonly<Record<string, unknown>>): string {
  return stringify(mapping, { lineWidth: 0 })
}

function sectionOf({ all, byHotel }: CodeSection): Record<string, unknown> {
  return {
    ...numbered(all),
    ...Object.fromEntries(Object.entries(byHotel).map(([hotel, table]) => [hotel, numbered(table)])),
  }
}

/** Ids as numbers where a number can hold them, as people write them. */
function numbered(table: CodeTable): Record<string, string | number> {
  return Object.fromEntries(Object.entries(table).map(([code, id]) => [code, idValue(id)]))
}

function idValue(id: string): string | number {
  return Number.isSafeInteger(Number(id)) ? Number(id) : id
}
