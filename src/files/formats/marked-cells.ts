import type { TextMark } from '../values/index.js'
import type { StyleTable } from './style-table.js'
import { looksOf, markOf, mayLookOdd, type TextLook } from './text-look.js'

const SHARED = /<(?:[\w.-]{1,40}:)?si(?:[\s/][^<>]*)?>/
const INDEX = /<(?:[\w.-]{1,40}:)?v(?:\s[^<>]*)?>\s{0,20}(\d{1,9})/

/** A cell as a slice of a sheet writes it. */
interface WrittenCell {
  type: string | undefined
  style: string | undefined
  /** What stands between its tags. */
  content: string
}

/** Finds the cells of a workbook whose text, or a part of it, is struck out, raised or lowered: the text alone would be another value. */
export class MarkedCells {
  /** The looks of the shared texts that have several runs or a font of their own. */
  readonly #shared = new Map<number, readonly (TextLook | undefined)[]>()

  constructor(
    private readonly styles: StyleTable,
    sharedStrings: Buffer | undefined,
  ) {
    if (sharedStrings === undefined || !(styles.hasLooks || mayLookOdd(sharedStrings))) return
    for (const [at, text] of sharedStrings.toString('utf8').split(SHARED).slice(1).entries())
      if (mayLookOdd(text) || (styles.hasLooks && /<(?:[\w.-]{1,40}:)?rPr/.test(text)))
        this.#shared.set(at, looksOf(text))
  }

  /** True where no cell of these rows can be one. */
  isClear(rows: string): boolean {
    return !this.styles.hasLooks && this.#shared.size === 0 && !mayLookOdd(rows)
  }

  markOf({ type, style, content }: WrittenCell): TextMark | undefined {
    if (content === '') return undefined
    const cell = this.styles.lookOf(style)
    const runs =
      type === 's'
        ? this.#shared.get(Number(INDEX.exec(content.slice(0, 200))?.[1]))
        : type === 'inlineStr'
          ? looksOf(content)
          : undefined
    return markOf(runs === undefined || runs.length === 0 ? [undefined] : runs, cell)
  }
}
