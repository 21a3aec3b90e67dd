import type { Finding } from '../../errors.js'
import { LOST_NAME } from '../../foreign-text.js'
import { shellWord } from '../../shell-word.js'
import { readDate } from '../dates/index.js'
import { KINDS } from '../kinds/index.js'
import { type ColumnPlan, inputFaults, keysAt, type ReadContext } from '../reading/index.js'
import { Problem, showText } from '../values/index.js'
import { refuseReadAgain } from './as-read.js'
import { headerKey, keyColumnsOf, knownHeaders, nearestName } from './columns.js'
import { headerCurrencies } from './header-currency.js'

const NAMES_SHOWN = 20

type Problems = Omit<Finding, 'file' | 'line'>[]

/**
 * Decides what each column of a file means: --map first, then the known names and aliases.
 * Calls `context.onColumns` with what is read and what is left.
 * @throws Fault INVALID_INPUT naming every column that cannot be used, each with what to do
 */
export function resolveColumns(header: readonly string[], line: number, context: ReadContext): ColumnPlan {
  const names = header.map((name) => name.trim())
  refuseReadAgain(names, context, line)
  const problems: Problems = [...duplicates(names)]
  const taken = problems.length > 0 ? new Map<string, number>() : takeColumns(names, context, problems)
  if (problems.length === 0) problems.push(...missing(taken, names, context))
  const other = problems.length > 0 ? otherKind(names, taken, context) : undefined
  if (other !== undefined) problems.unshift(other)
  if (problems.length > 0 && names.length === 1)
    problems.unshift({ reason: 'only one column was found', remedy: 'Name the separator with --delimiter.' })
  if (isData(names, taken, context)) {
    problems.length = 0
    problems.push({
      reason: 'the first line holds data where the names of the columns are expected',
      remedy: `Put a first line with names such as ${exampleHeader(context)}.`,
    })
  }
  const [first, ...more] = problems.map((problem) => ({ file: context.name, line, ...problem }))
  if (first !== undefined) throw inputFaults([first, ...more])
  return planOf(taken, names, context)
}

/** Nobody has mistyped more names; comparing all of a header that holds some ten thousand takes as many milliseconds. */
const COMPARED_MAX = 256

/** A file with nothing for this kind and columns of another was probably meant for that one's command; told before any column. */
function otherKind(
  names: readonly string[],
  taken: ReadonlyMap<string, number>,
  { kind, name }: ReadContext,
): Problems[number] | undefined {
  if (kind.fields.some((field) => field.name !== 'currency' && taken.has(field.name))) return undefined
  // A misspelt column of this kind says that the file was meant for it.
  const mine = knownHeaders(kind)
  if (
    names
      .slice(0, COMPARED_MAX)
      .some((column) => kind.fields.some((field) => field.name === mine.get(nearestName(column, mine.keys()) ?? '')))
  )
    return undefined
  for (const other of KINDS) {
    if (other.name === kind.name) continue
    const known = knownHeaders(other)
    const own = names.filter((column) =>
      other.fields.some((field) => field.name !== 'currency' && field.name === known.get(headerKey(column))),
    )
    if (own.length > 0)
      return {
        field: own.map(showText).join(', '),
        reason: `the file holds ${other.name}, and nothing for ${kind.name}`,
        remedy: `Push it with "hubswitch ${other.name} push ${shellWord(name)}".`,
      }
  }
  return undefined
}

function planOf(taken: ReadonlyMap<string, number>, names: string[], context: ReadContext): ColumnPlan {
  const at = (name: string) => taken.get(name) ?? -1
  const read = new Set(taken.values())
  const notRead = names.filter((name, index) => !read.has(index) && name !== '' && !name.startsWith('_'))
  const ignored = new Set((context.options.ignoreColumns ?? []).map(headerKey))
  context.onColumns?.({
    file: context.name,
    read: Object.fromEntries([...taken].map(([name, index]) => [name, names[index] as string])),
    notRead: notRead.filter((name) => !ignored.has(headerKey(name))),
  })
  return {
    keys: keysAt(at),
    fields: context.kind.fields.map((spec) => ({ spec, at: at(spec.name) })).filter(({ at: index }) => index >= 0),
    names,
    unnamed: names.flatMap((name, index) => (name === '' ? [index] : [])),
  }
}

function duplicates(names: readonly string[]): Problems {
  const seen = new Map<string, string>()
  const problems: Problems = []
  for (const name of names) {
    const key = headerKey(name)
    const before = seen.get(key)
    if (name !== '' && before !== undefined)
      problems.push({
        field: showText(name),
        reason: `two columns are named "${showText(name)}"`,
        remedy: 'Rename or remove one of them.',
      })
    seen.set(key, name)
  }
  return problems
}

/** Canonical name → position. What --map names is taken first; a recognised column that it leaves over is not read. */
function takeColumns(names: readonly string[], context: ReadContext, problems: Problems): Map<string, number> {
  const { map, ignoreColumns = [] } = context.options
  const known = knownHeaders(context.kind)
  const canonical = new Set(known.values())
  const taken = new Map<string, number>()
  const mappedColumns = new Set<number>()
  for (const [name, column] of Object.entries(map ?? {})) {
    const at = findColumn(names, column)
    if (at >= 0) mappedColumns.add(at)
    if (!canonical.has(name)) continue
    if (at < 0) problems.push(noSuchColumn(name, column, names))
    else taken.set(name, at)
  }
  const mapped = new Set(taken.keys())
  const unknown: string[] = []
  const ignored = new Set(ignoreColumns.map(headerKey))
  for (const [at, column] of names.entries()) {
    if (
      column === '' ||
      (column.startsWith('_') && column !== LOST_NAME) ||
      ignored.has(headerKey(column)) ||
      mappedColumns.has(at)
    )
      continue
    const name = known.get(headerKey(column))
    if (name === undefined) {
      if (map === undefined) unknown.push(column)
    } else if (taken.has(name)) {
      if (!mapped.has(name)) problems.push(twoColumns(name, names[taken.get(name) as number] as string, column))
    } else taken.set(name, at)
  }
  problems.push(...unknownColumns(unknown, context, known))
  return taken
}

/** One finding for all columns that nothing more can be said of. */
function unknownColumns(
  columns: readonly string[],
  context: ReadContext,
  known: ReadonlyMap<string, string>,
): Problems {
  const each = columns.map((column, at) => ({
    column,
    problem: unknownColumn(column, context, at < COMPARED_MAX ? known : new Map()),
  }))
  const bare = each.filter(({ problem }) => problem.reason.endsWith('is not known'))
  if (bare.length < 2) return each.map(({ problem }) => problem)
  const names = bare.map(({ column }) => `"${showText(column)}"`)
  const shown = names.slice(0, NAMES_SHOWN).join(', ')
  const near = bare.slice(0, NAMES_SHOWN).flatMap(({ column }) => {
    const meant = likelyMeaning(column, known)
    return meant === undefined ? [] : [`${meant}=${shellWord(showText(column))}`]
  })
  const whole: Problems[number] = {
    field: showText((bare[0] as { column: string }).column),
    reason: `${names.length} columns are not known: ${shown}${names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : ''}`,
    remedy: `Name what they mean with --map${near.length === 0 ? ' NAME=COLUMN' : `, perhaps ${near.join(',')}`} (names: ${[...new Set(known.values())].join(', ')}), or leave them out with --ignore-columns ${shellWord(bare.map(({ column }) => showText(column)).join(','))}.`,
  }
  return [
    whole,
    ...each.filter(({ problem }) => !problem.reason.endsWith('is not known')).map(({ problem }) => problem),
  ]
}

function findColumn(names: readonly string[], column: string): number {
  const exact = names.indexOf(column.trim())
  return exact >= 0 ? exact : names.findIndex((name) => name !== '' && headerKey(name) === headerKey(column))
}

function noSuchColumn(name: string, column: string, names: readonly string[]): Problems[number] {
  const near = nearestName(column, names)
  const hint = near === undefined ? `The file has: ${showText(names.join(', '))}.` : `Did you mean ${showText(near)}?`
  return {
    field: showText(column),
    reason: `--map reads ${name} from column "${showText(column)}", which the file does not have`,
    remedy: hint,
  }
}

function twoColumns(meant: string, first: string, second: string): Problems[number] {
  return {
    field: showText(second),
    reason: `columns "${showText(first)}" and "${showText(second)}" both mean ${meant}`,
    remedy: `Leave one out with --ignore-columns ${shellWord(showText(second))}, or choose with --map ${meant}=COLUMN.`,
  }
}

const DEPARTURE =
  /^(until|end|enddate|checkout|checkoutdate|dateend|departure|departuredate|abreise|depart|salida|partenza)$/
const ARRIVAL = /^(arrival|arrivaldate|checkin|checkindate|anreise|arrivee|llegada|arrivo)$/

const NAME_CHARACTERS = 80
const BEFORE_LAST_WORD = [' ', '(', '[', ',', '_', '-'] as const

/** A name without the currency at its end, in brackets or not. */
function withoutLastWord(name: string): string {
  const text = name.trimEnd().replace(/[)\]]$/, '')
  return text.slice(0, Math.max(0, ...BEFORE_LAST_WORD.map((mark) => text.lastIndexOf(mark))))
}

/** What a name probably means: a slip of a known one, or its name with a currency, such as `price (EUR)`. */
function likelyMeaning(column: string, known: ReadonlyMap<string, string>): string | undefined {
  const isOfMoney = column.length <= NAME_CHARACTERS && Array.isArray(headerCurrencies(column))
  const bare = isOfMoney ? known.get(headerKey(withoutLastWord(column))) : undefined
  return bare ?? known.get(nearestName(column, known.keys()) ?? '')
}

/** Why a column is not taken, and the two ways out: name what it means, or leave it out. */
export function unknownColumn(
  column: string,
  context: ReadContext,
  known: ReadonlyMap<string, string>,
): Problems[number] {
  const shown = showText(column)
  const other = KINDS.find((kind) => kind !== context.kind && knownHeaders(kind).has(headerKey(column)))
  const meant = likelyMeaning(column, known)
  const ignore = `leave it out with --ignore-columns ${shellWord(shown)}`
  if (other !== undefined)
    return {
      field: shown,
      reason: `column "${shown}" belongs to ${other.name}, not to ${context.kind.name}`,
      remedy: `To ${ignore}.`,
    }
  if (DEPARTURE.test(headerKey(column)))
    return {
      field: shown,
      reason: `column "${shown}" may be the last night or the day after it`,
      remedy: `If it is the last night, add --map to=${shellWord(shown)}; if guests leave on it, write range_end: departure into the mapping file as well.`,
    }
  if (ARRIVAL.test(headerKey(column)))
    return {
      field: shown,
      reason: `column "${shown}" may be the first night of a range`,
      remedy: `If it is, add --map from=${shellWord(shown)}, and name the column of the last night with to=COLUMN; or ${ignore}.`,
    }
  const rename =
    meant === undefined
      ? `Name what it means with --map NAME=${shellWord(shown)} (names: ${[...new Set(known.values())].join(', ')})`
      : `Did you mean ${meant}? Then add --map ${meant}=${shellWord(shown)}`
  return { field: shown, reason: `column "${shown}" is not known`, remedy: `${rename}, or ${ignore}.` }
}

function missing(
  taken: ReadonlyMap<string, number>,
  names: readonly string[],
  { kind, options }: ReadContext,
): Problems {
  const problems: Problems = []
  const lacks = (wanted: string, more = '') =>
    problems.push({
      field: wanted,
      reason: `no column ${wanted}`,
      remedy: `Add --map ${wanted}=COLUMN if it has another name${more}.`,
    })
  if (!taken.has('hotel_code') && options.hotel === undefined)
    lacks('hotel_code', ', or --hotel CODE if all rows are of one hotel')
  if (taken.has('hotel_code') && options.hotel !== undefined) {
    const column = showText(names[taken.get('hotel_code') as number] as string)
    problems.push({
      field: column,
      reason: `--hotel is given, but column "${column}" names the hotel as well`,
      remedy: `Leave one of them out: drop --hotel, or add --ignore-columns ${shellWord(column)}.`,
    })
  }
  if (!taken.has('room_id') && kind.roomRequired) lacks('room_id')
  if (taken.has('from') !== taken.has('to')) lacks(taken.has('from') ? 'to' : 'from')
  else if (!taken.has('date') && !taken.has('from')) lacks('date', '; a range takes from and to, the last night')
  const fields = kind.fields.map(({ name }) => name)
  if (!fields.some((name) => name !== 'currency' && taken.has(name)))
    problems.push({ reason: `no column to send for ${kind.name}`, remedy: `Add one of ${fields.join(', ')}.` })
  return problems
}

/** True where no cell of the first line is a name and at least one is a date or a number. */
function isData(names: readonly string[], taken: ReadonlyMap<string, number>, { options }: ReadContext): boolean {
  return (
    taken.size === 0 &&
    names.some(
      (name) => /^\d+([.,]\d+)?$/.test(name) || !(readDate(name, options.dateFormat ?? 'dmy') instanceof Problem),
    )
  )
}

function exampleHeader({ kind }: ReadContext): string {
  return [
    ...keyColumnsOf(kind)
      .map(({ name }) => name)
      .filter((name) => name === 'hotel_code' || name === 'room_id' || name === 'date'),
    kind.fields[0]?.name,
  ].join(',')
}
