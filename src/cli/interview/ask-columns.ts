import type { GuessedColumn, GuessedTable, ReadOptions } from '../../files/index.js'
import { count } from '../show/index.js'
import type { Choice } from '../terminal/index.js'
import type { Asking } from './asking.js'

/** What a person reads beside each canonical name. */
const MEANINGS: Readonly<Record<string, string>> = {
  hotel_code: 'the property',
  room_id: 'the room',
  rate_plan_id: 'the rate plan',
  date: 'the night',
  from: 'the first night of a range',
  to: 'the end of a range',
  days: 'the weekdays of a range',
  price: 'the price of a night',
  currency: 'the currency of the price',
  min_stay: 'the shortest stay, in nights',
  max_stay: 'the longest stay, in nights',
  closed: 'yes where the night is closed',
  closed_to_arrival: 'yes where nobody may arrive',
  closed_to_departure: 'yes where nobody may leave',
  availability: 'how many units are free',
}
const LEFT_OUT = ''
const DEPARTURE_WORDS = /abreise|check.?out|depart|salida|partenza|vertrek/i

/** What is decided about the columns of a table. */
export interface ColumnDecisions extends Pick<ReadOptions, 'rangeEnd'> {
  map: Record<string, string>
  ignore: string[]
  /** Why each column is read as it is, for the mapping file. */
  reasons: string[]
}

/** Takes every guess as it is: what a person would be asked first, with its reason. */
export function takeGuesses({ columns }: GuessedTable): ColumnDecisions {
  const decisions: ColumnDecisions = { map: {}, ignore: [], reasons: [] }
  for (const { column, name, isKnown, evidence } of columns) {
    if (name === undefined) decisions.ignore.push(column)
    else decisions.map[name] = column
    if (!isKnown)
      decisions.reasons.push(
        `${name === undefined ? 'ignore' : name}: ${JSON.stringify(column)}, a guess (${evidence})`,
      )
  }
  const end = endOfRange(decisions.map, columns)
  if (end !== undefined) decisions.reasons.push(`to: the ${WORDS[end.guess]}, a guess (${end.evidence})`)
  if (end !== undefined) decisions.rangeEnd = end.guess
  return decisions
}

/** Asks what columns mean, one after the other; those of which nothing says what they are, together. */
export async function askColumns(ask: Asking, { columns }: GuessedTable): Promise<ColumnDecisions> {
  const decisions: ColumnDecisions = { map: {}, ignore: [], reasons: [] }
  for (const { column, name, isKnown } of columns) if (isKnown && name !== undefined) decisions.map[name] = column
  const doubtful = columns.filter(({ isKnown }) => !isKnown)
  const likely = doubtful.filter(({ name }) => name !== undefined)
  const others = doubtful.filter(({ name }) => name === undefined)
  const all = likely.length + (others.length === 1 ? 1 : 0)
  for (const [at, one] of likely.entries()) await askOne(ask, one, decisions, `Column ${at + 1} of ${all}`)
  const isEach = others.length === 1 || (others.length > 1 && !(await areLeftOut(ask, others)))
  for (const [at, one] of others.entries()) {
    if (isEach)
      await askOne(ask, one, decisions, `Column ${likely.length + at + 1} of ${likely.length + others.length}`)
    else decisions.ignore.push(one.column)
  }
  await completeNights(ask, columns, decisions)
  const end = endOfRange(decisions.map, columns)
  if (end === undefined) return decisions
  const answer = await ask.choose(
    `The day in "${end.column}" is`,
    (['last-night', 'departure'] as const).map((value) => ({
      value,
      label: `the ${WORDS[value]}`,
      ...(value === end.guess ? { hint: end.evidence } : {}),
    })),
    end.guess,
  )
  decisions.reasons.push(`to: the ${WORDS[answer as 'departure']}`)
  decisions.rangeEnd = answer as 'departure'
  return decisions
}

const WORDS = { 'last-night': 'last night of the range', departure: 'day on which guests leave' } as const

async function askOne(
  ask: Asking,
  { column, name, choices, samples, evidence }: GuessedColumn,
  decisions: ColumnDecisions,
  which: string,
): Promise<void> {
  const free = choices.filter((choice) => decisions.map[choice] === undefined)
  const initial = name !== undefined && free.includes(name) ? name : LEFT_OUT
  const options: Choice[] = free.map((value) => ({
    value,
    label: `${value}: ${MEANINGS[value] ?? ''}`,
    ...(value === initial ? { hint: evidence } : {}),
  }))
  options.push({ value: LEFT_OUT, label: 'leave it out', ...(initial === LEFT_OUT ? { hint: evidence } : {}) })
  const shown = samples.length === 0 ? 'blank' : samples.join(', ')
  const answer = await ask.choose(`${which}, "${column}" (${shown}), is`, options, initial)
  if (answer === LEFT_OUT) decisions.ignore.push(column)
  else decisions.map[answer] = column
}

/** Asks once more for the nights, where the answers name no column for them or only one end of a range: the other answers are kept. */
async function completeNights(
  ask: Asking,
  columns: readonly GuessedColumn[],
  { map, ignore }: ColumnDecisions,
): Promise<void> {
  const { date, from, to } = map
  if (date !== undefined || (from !== undefined && to !== undefined)) return
  const isFree = (column: string): boolean => !Object.values(map).includes(column)
  const half = from ?? to
  const free = columns.filter(
    ({ column, choices }) => isFree(column) && ['date', 'from', 'to'].some((one) => choices.includes(one)),
  )
  const nights = [...(half === undefined ? [] : [half]), ...free.map(({ column }) => column)]
  if (nights.length === 0) return
  const missing = from === undefined ? 'from' : 'to'
  const choices: Choice[] = nights.map((column) => ({ value: `date ${column}`, label: `"${column}" is the night` }))
  if (half !== undefined)
    choices.push(
      ...free.map(({ column }) => ({ value: `${missing} ${column}`, label: `"${column}" is ${MEANINGS[missing]}` })),
    )
  const answer = await ask.settle(
    half === undefined
      ? 'No column says which night a row is about. Which is it?'
      : `"${half}" is ${MEANINGS[from === undefined ? 'to' : 'from']}, and no column is ${MEANINGS[missing]}. Which nights is a row about?`,
    choices,
  )
  const at = answer.indexOf(' ')
  const [name, column] = [answer.slice(0, at), answer.slice(at + 1)]
  if (name === 'date') {
    delete map['from']
    delete map['to']
    if (half !== undefined && half !== column) ignore.push(half)
  }
  map[name] = column
  if (ignore.includes(column)) ignore.splice(ignore.indexOf(column), 1)
}

async function areLeftOut(ask: Asking, others: readonly GuessedColumn[]): Promise<boolean> {
  const names = others.map(({ column }) => `"${column}"`).join(', ')
  const answer = await ask.choose(
    `${count(others.length, 'column')} of which nothing says what they are: ${names}`,
    [
      { value: 'out', label: 'leave them out' },
      { value: 'each', label: 'ask me about each' },
    ],
    'out',
  )
  return answer === 'out'
}

/** What the end of a range is, where the name of its column does not settle it. */
function endOfRange(
  { from, to }: Readonly<Record<string, string>>,
  columns: readonly GuessedColumn[],
): { column: string; guess: 'last-night' | 'departure'; evidence: string } | undefined {
  const [first, last] = [from, to].map((name) => columns.find(({ column }) => column === name))
  if (first === undefined || last === undefined || last.isKnown) return undefined
  const followed = last.texts.filter((text, at) => text === first.texts[at + 1]).length
  const single = last.texts.filter((text, at) => text === first.texts[at]).length
  if (single > 0)
    return { column: last.column, guess: 'last-night', evidence: `${count(single, 'row')} begin and end on one day` }
  if (followed > 0)
    return {
      column: last.column,
      guess: 'departure',
      evidence: `${count(followed, 'row')} end on the day on which the next one begins`,
    }
  return DEPARTURE_WORDS.test(last.column.slice(0, 60))
    ? { column: last.column, guess: 'departure', evidence: 'its name says that guests leave' }
    : { column: last.column, guess: 'last-night', evidence: 'no range ends on the day on which the next one begins' }
}
