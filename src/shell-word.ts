/** A text as one word of a command that a person is told to type: quoted where a shell would read something into it. */
export function shellWord(text: string | number): string {
  const word = String(text)
  return /^[\p{L}\p{N}_=,.:/@+-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
