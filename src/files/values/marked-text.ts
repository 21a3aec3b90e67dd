import { Problem } from './values.js'

/** The column by which rejects say that flags no longer hold for them. */
export const AS_READ = '_as_read'

/** What the font of a text says of it that the text alone does not. */
const TEXT_MARKS = ['struck out', 'partly struck out', 'partly superscript', 'partly subscript', 'not read'] as const
export type TextMark = (typeof TEXT_MARKS)[number]

const TEXT_CHARACTERS = 200

const REMEDIES: Readonly<Record<TextMark, string>> = {
  'struck out': 'Delete what is no longer meant, or remove the strikethrough.',
  'partly struck out': 'Write the value that is meant in the cell, and nothing that is struck out.',
  'partly superscript':
    'Write the value that is meant in the cell in one size: 99.90 for 99 with a raised 90, and no footnote mark.',
  'not read': 'Write the value that is meant in place of it, dates as YYYY-MM-DD and prices such as 1250.00.',
  'partly subscript': 'Write the value that is meant in the cell in one size, and no footnote mark.',
}

/** The text of a cell with such a font. No reader takes it for a value, and rejects keep both. */
export function markedText(text: string, mark: TextMark): string {
  return `${text.slice(0, TEXT_CHARACTERS)} (${mark})`
}

/** Both again; undefined for any other text. */
export function textAndMark(text: string): { text: string; mark: TextMark } | undefined {
  const mark = text.endsWith(')') ? TEXT_MARKS.find((one) => text.endsWith(` (${one})`)) : undefined
  return mark === undefined ? undefined : { text: text.slice(0, -mark.length - ' ()'.length), mark }
}

/** Why a cell with such a text, or one that an earlier push could not read, is refused; undefined for any other. */
export function markProblem(text: string): Problem | undefined {
  const marked = textAndMark(text)
  return marked === undefined
    ? undefined
    : new Problem(
        marked.mark === 'not read' ? 'could not be read by the push that refused it' : `is ${marked.mark}`,
        REMEDIES[marked.mark],
      )
}
