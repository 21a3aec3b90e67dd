import { columnNames, headerKey, knownHeaders, nearestName } from '../columns/index.js'
import { KINDS } from '../kinds/index.js'
import type { InputFile, Kind, ReadContext } from '../reading/index.js'
import { showText } from '../values/index.js'
import { type ColumnCells, isFitting, shapeOf, shapeWords } from './shapes.js'
import { headOfTable, type TableHead } from './table-head.js'
import { meaningsOf } from './words.js'

const SAMPLES = 3
const [LEAST, TYPO, PART, WHOLE] = [1, 2, 3, 4]

/** What a column of somebody's table may mean. */
export interface GuessedColumn {
  /** As the file calls it. */
  column: string
  at: number
  /** A push takes it by its name, and nobody needs to be asked. */
  isKnown: boolean
  /** Canonical name; undefined: best left out. */
  name: string | undefined
  /** Why, for a person to judge. */
  evidence: string
  /** Every canonical name that its cells allow, the likeliest first. */
  choices: readonly string[]
  /** Different values, as they are written. */
  samples: readonly string[]
  /** All filled cells that were looked at. */
  texts: readonly string[]
}

/** How a table may be read that a push does not understand by itself. */
export interface GuessedTable {
  line: number
  delimiter?: string
  columns: readonly GuessedColumn[]
  records: TableHead['records']
}

interface Candidate {
  at: number
  name: string
  score: number
  why: string
}

/**
 * Looks at the beginning of a table and guesses what its columns mean, from their names in the languages that hotels use and from what their cells hold. What
 * the options name already is not guessed.
 * @returns undefined for what is no table with names above its columns, or cannot be opened
 */
export async function guessColumns(file: InputFile, context: ReadContext): Promise<GuessedTable | undefined> {
  const { kind, options } = context
  const { map = {}, ignoreColumns = [] } = options
  const known = knownHeaders(kind)
  const given = new Map(Object.entries(map).map(([name, column]) => [headerKey(column), name]))
  const ignored = new Set(ignoreColumns.map(headerKey))
  const isKnown = (name: string): boolean => known.has(headerKey(name)) || given.has(headerKey(name))
  const head = await headOfTable(file, context, isKnown)
  if (head === undefined) return undefined
  const taken = new Set(Object.keys(map))
  const open: { at: number; column: string }[] = []
  const columns: GuessedColumn[] = []
  for (const [at, column] of head.names.entries()) {
    const key = headerKey(column)
    const name = given.get(key) ?? known.get(key)
    if (column === '' || column.startsWith('_') || ignored.has(key)) continue
    if (name === undefined || (given.get(key) === undefined && taken.has(name))) open.push({ at, column })
    else {
      taken.add(name)
      const { samples, texts } = lookAt(head, at)
      columns.push({ column, at, isKnown: true, name, evidence: 'the name of the column', choices: [], samples, texts })
    }
  }
  // A name that may be either is the room where a file cannot do without one.
  const first = kind.roomRequired ? ['room_id'] : []
  const free = [...new Set([...first, ...columnNames(kind)])].filter((name) => !taken.has(name))
  const candidates = open.flatMap((one) => candidatesOf(one, head, kind, free))
  const chosen = choose(candidates, taken)
  settleHalfRange({ columns, chosen, taken, head, kind, free, isGiven: (name) => map[name] !== undefined })
  for (const { at, column } of open) columns.push(guessed(column, at, head, kind, { free, candidates, chosen }))
  return {
    line: head.line,
    ...(head.delimiter === undefined ? {} : { delimiter: head.delimiter }),
    columns: columns.toSorted((a, b) => a.at - b.at),
    records: head.records,
  }
}

function guessed(
  column: string,
  at: number,
  head: TableHead,
  kind: Kind,
  { free, candidates, chosen }: { free: readonly string[]; candidates: readonly Candidate[]; chosen: Candidate[] },
): GuessedColumn {
  const { cells, samples, texts } = lookAt(head, at)
  const own = candidates.filter((one) => one.at === at).toSorted((a, b) => b.score - a.score)
  const best = chosen.find((one) => one.at === at)
  const others = free.filter((name) => isFitting(cells, shapeOf(name, kind)))
  const choices = [...new Set([...(best === undefined ? [] : [best.name]), ...own.map(({ name }) => name), ...others])]
  const evidence =
    best === undefined
      ? `${unlikely(column, own, kind)}; ${texts.length === 0 ? shapeWords(cells, 'id') : `filled in ${texts.length} of ${cells.of} rows, such as ${samples.map((text) => `"${text}"`).join(', ')}`}`
      : `${best.why}; ${shapeWords(cells, shapeOf(best.name, kind))}`
  return { column, at, isKnown: false, name: best?.name, evidence, choices, samples, texts }
}

/** Why a column is best left out. */
function unlikely(column: string, own: readonly Candidate[], kind: Kind): string {
  const other = KINDS.find((one) => one !== kind && knownHeaders(one).has(headerKey(column)))
  if (other !== undefined) return `its name belongs to ${other.name}`
  return own.length > 0 ? 'another column fits better' : 'nothing says what it is'
}

function candidatesOf(
  { at, column }: { at: number; column: string },
  head: TableHead,
  kind: Kind,
  free: readonly string[],
): Candidate[] {
  const { cells } = lookAt(head, at)
  const { whole, parts } = meaningsOf(column)
  const meant = knownHeaders(kind)
  const nearest = nearestName(column, meant.keys()) ?? ''
  const [near, nearLength] = [meant.get(nearest), nearest.length]
  const shown = showText(column)
  const belongsElsewhere = KINDS.some((one) => one !== kind && knownHeaders(one).has(headerKey(column)))
  return free.flatMap((name): Candidate[] => {
    if (!isFitting(cells, shapeOf(name, kind))) return []
    // Of names that mean several things, the one that comes first in a table is as good as any: what cells hold decides.
    if (
      whole.includes(name) &&
      !(whole.includes('price') && shapeOf(name, kind) === 'id' && isFitting(cells, 'amount'))
    )
      return [{ at, name, score: WHOLE, why: `"${shown}" is a word for ${name}` }]
    if (parts.includes(name) && cells.texts.length > 0)
      return [{ at, name, score: PART, why: `"${shown}" holds a word for ${name}` }]
    // A longer word that ends in another way is another word.
    if (near === name && Math.abs(nearLength - headerKey(column).length) <= 1)
      return [{ at, name, score: TYPO, why: `"${shown}" is nearly ${name}` }]
    const isOnlyDate = name === 'date' && free.includes('from') && !/^\d+$/.test(cells.texts[0] ?? '')
    const isTelling = cells.texts.length > 0 && !belongsElsewhere && (name === 'currency' || isOnlyDate)
    return isTelling ? [{ at, name, score: LEAST, why: 'no other kind of column holds such values' }] : []
  })
}

/** The best for each name and each column, best first; of equals the one further left. */
function choose(candidates: readonly Candidate[], taken: ReadonlySet<string>): Candidate[] {
  const names = new Set(taken)
  const columns = new Set<number>()
  const chosen: Candidate[] = []
  for (const one of candidates.toSorted((a, b) => b.score - a.score || a.at - b.at)) {
    if (names.has(one.name) || columns.has(one.at)) continue
    // A night or a range: a table has one of them.
    if (one.name === 'date' && (names.has('from') || names.has('to'))) continue
    if ((one.name === 'from' || one.name === 'to') && names.has('date')) continue
    names.add(one.name)
    columns.add(one.at)
    chosen.push(one)
  }
  return chosen
}

/** A range without an end has no nights: where no column is taken for the end, the one of the beginning is the night itself. */
function settleHalfRange({
  columns,
  chosen,
  taken,
  head,
  kind,
  free,
  isGiven,
}: {
  columns: GuessedColumn[]
  chosen: Candidate[]
  taken: ReadonlySet<string>
  head: TableHead
  kind: Kind
  free: readonly string[]
  isGiven: (name: string) => boolean
}): void {
  const has = (name: string): boolean => taken.has(name) || chosen.some((one) => one.name === name)
  if (!has('from') || has('to') || has('date') || isGiven('from')) return
  const at = chosen.findIndex(({ name }) => name === 'from')
  const guess = chosen[at]
  if (guess !== undefined) {
    chosen[at] = { ...guess, name: 'date', why: `${guess.why}, and ${NO_END}` }
    return
  }
  const known = columns.findIndex(({ name }) => name === 'from')
  const column = columns[known]
  if (column === undefined) return
  const others = free.filter((name) => name !== 'date' && isFitting(lookAt(head, column.at).cells, shapeOf(name, kind)))
  columns[known] = {
    ...column,
    isKnown: false,
    name: 'date',
    evidence: `"${showText(column.column)}" is a name of from, and ${NO_END}`,
    choices: ['date', 'from', ...others],
  }
}

const NO_END = 'no column is the end of a range'

function lookAt(
  { records }: TableHead,
  at: number,
): { cells: ColumnCells; samples: string[]; texts: readonly string[] } {
  const texts = records.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => text !== '')
  const samples = [...new Set(texts)].slice(0, SAMPLES).map(showText)
  return { cells: { texts, of: records.length }, samples, texts }
}
