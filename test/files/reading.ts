import { Readable } from 'node:stream'
import { kindOf } from '../../src/files/kinds/index.js'
import { type ColumnReport, type ReadNotice, readRows, type ReadOptions } from '../../src/files/read-rows.js'
import type { BadRow, Kind, Row } from '../../src/files/reading/row.js'
import { Fault } from '../../src/errors.js'

export interface Reading {
  rows: Row[]
  bad: BadRow[]
  blankRows: number
  badRows: number
  rowsRead: number
  past: { rows: number; nights: number }
  reports: ColumnReport[]
}

export interface ReadingInput {
  kind?: Kind['name']
  name?: string
  options?: ReadOptions
  /** Bytes per chunk of the source. */
  chunkBytes?: number
  maxBadKept?: number
  tick?: () => void
}

/** Reads a text as if it were a file of this name. */
export async function readText(content: string | Buffer, input: ReadingInput = {}): Promise<Reading> {
  const { kind = 'rates', name = 'rates.csv', options = {}, chunkBytes = 64 * 1024, maxBadKept, tick } = input
  return collect({
    files: [{ name, stream: chunked(Buffer.from(content as string), chunkBytes) }],
    kind,
    options,
    ...(maxBadKept === undefined ? {} : { maxBadKept }),
    ...(tick === undefined ? {} : { tick }),
  })
}

/** Reads files from disk, or standing streams. */
export async function collect(input: {
  files: { name: string; stream?: Readable }[]
  kind?: Kind['name']
  options?: ReadOptions
  maxBadKept?: number
  onNotice?: (notice: ReadNotice) => void
}): Promise<Reading> {
  const reading: Reading = {
    rows: [],
    bad: [],
    blankRows: 0,
    badRows: 0,
    rowsRead: 0,
    past: { rows: 0, nights: 0 },
    reports: [],
  }
  const { kind = 'rates', options = {}, ...rest } = input
  for await (const chunk of readRows({
    ...rest,
    kind: kindOf(kind),
    options,
    onColumns: (report) => reading.reports.push(report),
  })) {
    for (const row of chunk.rows) reading.rows.push(...eachOf(row))
    reading.bad.push(...chunk.bad)
    reading.blankRows = chunk.blankRows
    reading.badRows = chunk.badRows
    reading.rowsRead = chunk.rowsRead
    reading.past = chunk.past
  }
  return reading
}

/** A row and those that it stands for, without the number of its set: whether it has one says nothing of what it holds. */
function eachOf({ repeats = 0, set: _set, ...row }: Row): Row[] {
  return Array.from({ length: repeats + 1 }, (_, at) => ({
    ...row,
    line: row.line + at,
    from: row.from + at,
    until: row.until + at,
  }))
}

export function chunked(bytes: Buffer, size: number): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )
}

/** The fault that a reading ends with. */
export async function faultOf(reading: Promise<unknown>): Promise<Fault> {
  const outcome = await reading.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Fault) return outcome
  throw new Error('no Fault', { cause: outcome })
}

export const HEADER = 'hotel_code,room_id,rate_plan_id,date,price,currency,min_stay,max_stay,closed'

/** A CSV text with one cell of an otherwise good row replaced. */
export function rowWith(cells: Partial<Record<string, string>>): string {
  const good: Record<string, string> = {
    hotel_code: '1000001',
    room_id: '101',
    rate_plan_id: '',
    date: '2027-01-01',
    price: '100',
    currency: '',
    min_stay: '',
    max_stay: '',
    closed: '',
  }
  return `${HEADER}\n${HEADER.split(',')
    .map((name) => `"${(cells[name] ?? good[name] ?? '').replaceAll('"', '""')}"`)
    .join(',')}\n`
}
