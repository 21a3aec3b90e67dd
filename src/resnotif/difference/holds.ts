/** Whether a text has a value as words of its own, not as a part of others. */
export function holds(text: string, value: string): boolean {
  if (value === '') return false
  const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char)
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (
      !(isWord(value[0]) && isWord(text[at - 1])) &&
      !(isWord(value.at(-1)) && isWord(text[at + value.length])) &&
      !/^[.,]\d/.test(text.slice(at + value.length))
    )
      return true
  return false
}
