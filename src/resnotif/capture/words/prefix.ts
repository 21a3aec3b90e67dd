/** What stands before a message in its line of a log, such as `2026-11-23 12:00:00,123 INFO [http-1] c.x.Pms - `, as the shape that other lines share. */
export class LinePrefix {
  private readonly tokens: readonly Token[]

  constructor(text: string) {
    this.tokens = tokensOf(text)
  }

  /** How many tokens of the prefix a line begins with. @param isSameWords its words are those of the prefix, and not only words */
  sharedWith(line: string, isSameWords = false): number {
    return this.walk(line, this.tokens.length, isSameWords).tokens
  }

  /** Characters of a line that the first tokens take. */
  widthIn(line: string, tokens: number): number {
    return this.walk(line, tokens).width
  }

  get length(): number {
    return this.tokens.length
  }

  private walk(line: string, most: number, isSameWords = false): { tokens: number; width: number } {
    let width = 0
    for (let at = 0; at < most; at++) {
      const { kind, text } = this.tokens[at] as Token
      if (kind === 'mark') {
        if (line[width] !== text) return { tokens: at, width }
        width++
        continue
      }
      let end = width
      // Behind the last blank the indentation of the message begins.
      const isLast = kind === 'blank' && at === most - 1
      while (end < line.length && kindOf(line[end] as string) === kind && (!isLast || end - width < text.length)) end++
      if (end === width || (isSameWords && kind === 'letters' && line.slice(width, end) !== text))
        return { tokens: at, width }
      width = end
    }
    return { tokens: most, width }
  }
}

interface Token {
  kind: 'digits' | 'letters' | 'blank' | 'mark'
  text: string
}

function kindOf(character: string): Token['kind'] {
  if (character >= '0' && character <= '9') return 'digits'
  if (character === ' ' || character === '\t') return 'blank'
  return /[A-Za-z\u0080-\uffff]/.test(character) ? 'letters' : 'mark'
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const character of text.slice(0, 500)) {
    const kind = kindOf(character)
    const last = tokens.at(-1)
    if (last !== undefined && last.kind === kind && kind !== 'mark') last.text += character
    else tokens.push({ kind, text: character })
  }
  return tokens
}

/** How a line of a log begins, when it begins with the time. */
const TIME =
  /^\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d|\d\d[-/.]\d\d[-/.]\d{2,4}|\d\d:\d\d:\d\d|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:)/

export const beginsWithTime = (line: string): boolean => TIME.test(line.slice(0, 60))
