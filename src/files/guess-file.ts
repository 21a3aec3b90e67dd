import { headerCurrencies } from './columns/index.js'
import { guessColumns, type GuessedTable } from './guess/index.js'
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

/** Guesses what the columns of a file mean; undefined for what is no table. @throws Fault */
export function guessFile({ file, kind, options }: OneFile): Promise<GuessedTable | undefined> {
  return guessColumns(file, contextOf({ file, kind, options }))
}

/** Columns of a file that have two readings, each with the choices that settle it. @throws Fault INVALID_INPUT where it cannot be read at all */
export async function openColumnsOf(one: OneFile): Promise<readonly OpenColumn[]> {
  const { open } = await surveyOf(one.file, contextOf(one)).findings()
  return open
}

/**
 * What prices of a column leave open about their currency: 'sign' where a sign beside them can mean several, which a push refuses; 'none' where neither they nor
 * the name of the column say anything, and the service takes its own.
 */
export function currencyDoubt(column: string, texts: readonly string[]): 'sign' | 'none' | undefined {
  const named = headerCurrencies(column)
  if (named !== undefined && !(named instanceof Problem) && named.length === 1) return undefined
  const counts = new Set(
    texts.flatMap((text) => {
      const amount = readAmount(text, '.')
      const read = amount instanceof Problem ? readAmount(text, ',') : amount
      return read instanceof Problem ? [] : [read.currencies?.length ?? 0]
    }),
  )
  if ([...counts].some((count) => count > 1)) return 'sign'
  return counts.has(0) ? 'none' : undefined
}

/** Whether a text is an id as the service numbers it. */
export function isServiceId(text: string): boolean {
  return !(readId(text) instanceof Problem)
}

function contextOf({ file, kind, options }: OneFile): ReadContext {
  return { name: file.name, index: 0, kind, options: checkOptions(options), facts: {} }
}
