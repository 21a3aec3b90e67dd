import { CsvError, parse } from 'csv-parse/sync'
import { Fault, type Finding } from '../../errors.js'

/** A table of codes: a code of the hub → that of the PMS; '' where the table has no column for those. */
export interface CodeTable {
  hotels?: ReadonlyMap<string, string>
  rooms?: ReadonlyMap<string, string>
  plans?: ReadonlyMap<string, string>
  /** Codes that stand there without one of the PMS: `room 101`. */
  unmapped: ReadonlySet<string>
}

const SECTIONS = { hotel: 'hotels', room: 'rooms', plan: 'plans' } as const
const COLUMNS = ['kind', 'hub', 'pms'] as const

/** The text of a table as spreadsheets save it: UTF-8, UTF-16 with its mark, or Latin letters of one byte. */
export function tableText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Lines that say nothing: blank ones, and comments, which name no columns. */
const isAside = (line: string): boolean => line.trim() === '' || line.trimStart().startsWith('#') || SEP.test(line)
const headLine = (text: string): string =>
  text
    .slice(0, 4_000)
    .split(/\r?\n/)
    .find((line) => !isAside(line)) ?? ''
/** What Excel writes above a table to say how it is cut: `sep=;`. */
const SEP = /^\ufeff?"?sep=([^\r\n"])"?[\t ,;]{0,9}(?=\r|\n|$)/i
const delimiterOf = (text: string): string =>
  SEP.exec(text)?.[1] ?? [';', '\t', ','].find((mark) => headLine(text).includes(mark)) ?? ','
const bare = (head: string): string => head.trim().replaceAll(/^"|"$/g, '').trim().toLowerCase()

/** What people and spreadsheets write into a cell that has nothing to say. */
export const NOTHING = /^(?:[-–—]{1,9}|\?{1,9}|#?n\/a|#(?:ref!|value!|name\?|null!))$/i

/** Whether a text begins as a table of codes does, whatever its file is called. */
export function isCodeTable(text: string): boolean {
  const head = headLine(text)
  const names = head.split(delimiterOf(text)).map(bare)
  return names.includes('kind') && names.includes('hub')
}

/**
 * The codes of a table with the columns kind, hub and pms; without pms it lists what is known.
 * @param notice is told of columns that are not read, and of a code of the hub that stands for several codes of the PMS
 * @throws Fault INVALID_INPUT naming each line that is wrong
 */
export function readCodeTable(text: string, file: string, notice: (text: string) => void): CodeTable {
  const [heads, ...rows] = recordsOf(text, file)
  const names = (heads?.cells ?? []).map(bare)
  const [kind, hub, pms] = COLUMNS.map((name) => names.indexOf(name)) as [number, number, number]
  const others = (heads?.cells ?? []).filter((_head, at) => ![kind, hub, pms].includes(at) && names[at] !== '')
  if (kind < 0 || hub < 0)
    throw new Fault(
      'INVALID_INPUT',
      `${file}:${heads?.line ?? 1}: the columns of a table of codes are kind, hub and pms.`,
      {
        next: 'Write "kind,hub,pms" in the first line, and for example "room,101,DBL" below it.',
      },
    )
  if (pms < 0 && others.length > 0)
    throw new Fault(
      'INVALID_INPUT',
      `${file}:${heads?.line ?? 1}: no column is called pms; beside kind and hub there is ${listed(others)}.`,
      { next: 'Call the column with the codes of the PMS pms. Nothing was checked.' },
    )
  if (others.length > 0) notice(`Not read from ${file}: ${listed(others)}. Every row counts, whatever stands there.`)
  if (pms < 0) notice(`${file} has no column pms: every code in it counts as known.`)
  return new Table(file, notice, [kind, hub, pms]).read(rows)
}

const listed = (heads: readonly string[]): string =>
  heads
    .slice(0, 5)
    .map((head) => head.trim().slice(0, 40))
    .join(', ')

interface TableRow {
  line: number
  cells: readonly string[]
}

function recordsOf(text: string, file: string): TableRow[] {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records
      .map(({ record, info }) => ({ line: info.lines, cells: record }))
      .filter(({ line, cells }) => line > 1 || !SEP.test(text) || cells[0]?.toLowerCase().startsWith('sep=') !== true)
      .filter(({ cells }) => cells.some((cell) => cell !== '') && cells[0]?.startsWith('#') !== true)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Fault('INVALID_INPUT', `${file} cannot be read as a table of codes: ${error.message}.`, {
      next: 'Save it as CSV again, with a quote at both ends of a cell or at none.',
      cause: error,
    })
  }
}

class Table {
  readonly #known: { hotels?: Map<string, string>; rooms?: Map<string, string>; plans?: Map<string, string> } = {}
  readonly #unmapped = new Set<string>()

  constructor(
    private readonly file: string,
    private readonly notice: (text: string) => void,
    private readonly columns: readonly [kind: number, hub: number, pms: number],
  ) {}

  read(rows: readonly TableRow[]): CodeTable {
    const findings = rows.flatMap((row) => this.#take(row) ?? [])
    if (findings.length > 0)
      throw new Fault('INVALID_INPUT', `${this.file} cannot be read as a table of codes.`, {
        findings,
        next: 'Correct the lines. Nothing was checked.',
      })
    return { ...this.#known, unmapped: this.#unmapped }
  }

  /** What is wrong with a row, if anything. */
  #take({ line, cells }: TableRow): (Finding & { file: string }) | undefined {
    const [kind, hub, pms] = this.columns
    const [what, code] = [cells[kind]?.toLowerCase() ?? '', cells[hub] ?? '']
    const own = NOTHING.test(cells[pms] ?? '') ? '' : (cells[pms] ?? '')
    if (!Object.hasOwn(SECTIONS, what) || code === '')
      return {
        file: this.file,
        line,
        reason: code === '' ? 'has no code of the hub' : `has the kind "${what.slice(0, 40)}"`,
        remedy: 'kind is hotel, room or plan.',
      }
    const section = (this.#known[SECTIONS[what as keyof typeof SECTIONS]] ??= new Map())
    this.#compare({ what, code, own, line, before: section.get(code) })
    // A line without a code of the PMS says that there is none, where the table has a column for it.
    if (pms < 0 || own !== '') section.set(code, own)
    else if (!section.has(code)) this.#unmapped.add(`${what} ${code}`)
    return undefined
  }

  #compare(row: { what: string; code: string; own: string; line: number; before: string | undefined }): void {
    const { what, code, own, line, before } = row
    const isUnmapped = this.#unmapped.has(`${what} ${code}`)
    const isSame = before === undefined ? !isUnmapped || own === '' : before === own
    if (isSame || this.columns[2] < 0) return
    const [old, now] = [before ?? '', own].map((one) => (one === '' ? 'nothing' : `"${one.slice(0, 40)}"`))
    const taken = own === '' ? `findings take it as ${old}` : 'findings name the last'
    this.notice(
      `${this.file}:${line}: ${what} ${code.slice(0, 40)} of the hub is ${old} at the PMS further up, and ${now} here; ${taken}. Leave one of them.`,
    )
    this.#unmapped.delete(`${what} ${code}`)
  }
}
