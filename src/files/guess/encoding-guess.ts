import { Fault } from '../../errors.js'
import { EIGHT_BIT_ENCODINGS, type EightBitEncoding } from '../bytes/index.js'
import type { InputFile, ReadContext } from '../reading/index.js'
import { showText } from '../values/index.js'
import { guessColumns, type GuessedTable } from './guess.js'

/** An encoding under which a file that is not UTF-8 is a table; of those that read its beginning alike, the first. */
export interface GuessedEncoding {
  encoding: EightBitEncoding
  /** A text of the file as it reads. */
  sample: string
  table: GuessedTable
}

/**
 * How a table reads in each encoding that has all its characters, the likeliest first: the one in which most columns have a name that is understood and the
 * fewest words are odd.
 * @returns `isAlone` where nothing else comes near the first
 */
export async function guessEncodings(
  file: InputFile,
  context: ReadContext,
): Promise<{ guesses: GuessedEncoding[]; isAlone: boolean }> {
  const found = new Map<string, GuessedEncoding & { named: number; odd: number }>()
  for (const encoding of EIGHT_BIT_ENCODINGS) {
    const table = await tableIn(encoding, file, context)
    if (table === undefined) continue
    const words = table.columns.flatMap(({ column, texts }) => [column, ...new Set(texts)])
    const foreign = words.filter((word) => /[^\p{ASCII}]/u.test(word))
    const key = foreign.join('\n')
    // What reads alike is one reading, and what has nothing but ASCII is no matter of encodings.
    if (key === '' || found.has(key)) continue
    found.set(key, {
      encoding,
      sample: showText(foreign[0] ?? ''),
      table,
      named: table.columns.filter(({ name }) => name !== undefined).length,
      odd: foreign.filter(isOdd).length,
    })
  }
  const ranked = [...found.values()].toSorted((a, b) => b.named - a.named || a.odd - b.odd)
  const [first, second] = ranked
  const isAlone = first !== undefined && (second?.named !== first.named || second.odd !== first.odd)
  return { guesses: ranked.map(({ encoding, sample, table }) => ({ encoding, sample, table })), isAlone }
}

async function tableIn(
  encoding: EightBitEncoding,
  file: InputFile,
  context: ReadContext,
): Promise<GuessedTable | undefined> {
  const { options } = context
  try {
    return await guessColumns(file, { ...context, facts: {}, options: { ...options, encoding } })
  } catch (error) {
    if (error instanceof Fault && error.code === 'INVALID_INPUT') return undefined
    throw error
  }
}

/** Nobody writes a word in two scripts, with a sign inside, or with a capital between small letters. */
function isOdd(text: string): boolean {
  const word = text.slice(0, 200)
  return (
    (/\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}/u.test(word)) ||
    /\p{L}[\p{S}\p{Lm}‰†‡•…ﬀ-ﬆ]|[\p{Lm}‰†‡•…ﬀ-ﬆ]\p{L}/u.test(word) ||
    /\p{Ll}\p{Lu}\p{Ll}/u.test(word)
  )
}
