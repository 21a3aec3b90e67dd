import type { GuessedEncoding, GuessedFile } from '../../files/index.js'
import type { Asking } from './asking.js'
import type { Draft } from './draft.js'

/** Asks how a file that is not UTF-8 is to be read: each encoding shows what a text of the file is in it. */
export async function askEncoding(
  ask: Asking,
  { encodings = [], hasEncodingGuess }: GuessedFile,
): Promise<GuessedEncoding> {
  const [first] = encodings as [GuessedEncoding]
  const answer = await ask.settle(
    'The file is not UTF-8. Which of these is written in it?',
    encodings.map(({ encoding, sample }) => ({
      value: encoding,
      label: `"${sample}"`,
      hint: encoding,
    })),
    hasEncodingGuess ? first.encoding : undefined,
  )
  return encodings.find(({ encoding }) => encoding === answer) ?? first
}

/** Reads a draft in the likeliest encoding and says so; where several are as likely, the others stand below for a person to put in its place. */
export function takeEncoding({ options, reasons }: Draft, { encodings = [], hasEncodingGuess }: GuessedFile): void {
  const [first, ...others] = encodings as [GuessedEncoding, ...GuessedEncoding[]]
  options.encoding = first.encoding
  reasons.push(`encoding: ${first.encoding}, a guess (in it the file says "${first.sample}")`)
  if (!hasEncodingGuess)
    reasons.push(...others.map(({ encoding, sample }) => `or encoding: ${encoding}, in which it is "${sample}"`))
}
