import { Fault } from '../errors.js'
import { headerCurrencies } from './columns/index.js'
import { guessColumns, type GuessedEncoding, guessEncodings, type GuessedTable } from './guess/index.js'
import { surveyOf } from './read-file.js'
import { checkOptions } from './read-options.js'
import type { InputFile, Kind, ReadContext, ReadOptions } from './reading/index.js'
import type { OpenColumn } from './rows/index.js'
import { Problem, readAmount, readId } from './values/index.js'

interface OneFile {
  file: InputFile
  kind: Kind
  options: ReadOptions
}

/** A table whose columns are guessed, and how it may be read where it is not UTF-8 and nothing proves its encoding. */
export interface GuessedFile {
  table: GuessedTable
  /** The likeliest first. Absent: the encoding is no question. */
  encodings?: readonly GuessedEncoding[]
  /** Whether the first of them is a guess, and not one of several that are as likely. */
  hasEncodingGuess: boolean
}

/** Guesses what the columns of a file mean; undefined for what is no table. @throws Fault */
export async function guessFile(one: OneFile): Promise<GuessedFile | undefined> {
  const context = contextOf(one)
  try {
    const table = await guessColumns(one.file, context)
    return table === undefined ? undefined : { table, hasEncodingGuess: false }
  } catch (error) {
    const isOpen = error instanceof Fault && error.code === 'INVALID_INPUT' && one.options.encoding === undefined
    if (!isOpen) throw error
    const { guesses, isAlone } = await guessEncodings(one.file, context)
    const [first] = guesses
    if (first === undefined) throw error
    return { table: first.table, encodings: guesses, hasEncodingGuess: isAlone }
  }
}

/** Columns of a file that have two readings, each with the choices that settle it. @throws Fault INVALID_INPUT where it cannot be read at all */
export async function openColumnsOf(one: OneFile): Promise<readonly OpenColumn[]> {
  const { open } = await surveyOf(one.file, contextOf(one)).findings()
  return open
}

/**
 * What prices of a column leave open about their currency: the currencies that a sign beside them can mean, where they are several, which a push refuses; 'none' where neither they nor
 * the name of the column say anything, and the service takes its own.
 */
export function currencyDoubt(
  column: string,
  texts: readonly string[],
): { sign: readonly string[] } | 'none' | undefined {
  const named = headerCurrencies(column)
  if (named !== undefined && !(named instanceof Problem) && named.length === 1) return undefined
  const signs = texts.flatMap((text) => {
    const amount = readAmount(text, '.')
    const read = amount instanceof Problem ? readAmount(text, ',') : amount
    return read instanceof Problem ? [] : [read.currencies ?? []]
  })
  const shared = signs.filter(({ length }) => length > 1)
  const [first] = shared
  if (first !== undefined) return { sign: first.filter((code) => shared.every((one) => one.includes(code))) }
  return signs.some(({ length }) => length === 0) ? 'none' : undefined
}

/** Whether a text is an id as the service numbers it. */
export function isServiceId(text: string): boolean {
  return !(readId(text) instanceof Problem)
}

function contextOf({ file, kind, options }: OneFile): ReadContext {
  return { name: file.name, index: 0, kind, options: checkOptions(options), facts: {} }
}
