/** A text without the blanks around it. Only four characters are blank in XML: what else looks so, such as a no-break space, belongs to the text. */
export function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** The same, with each run of blanks inside as one. */
export const inOneLine = (text: string): string => withoutBlanks(text).replaceAll(/[ \t\r\n]+/g, ' ')

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13
