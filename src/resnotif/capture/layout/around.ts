import {
  hasHunks,
  hasPages,
  hasProperties,
  hunkAround,
  lineEnd,
  pagesAround,
  propertyAround,
  treeAround,
  type Traced,
} from '../bytes/index.js'
import { cellAround } from './cell.js'
import { controlsAround } from './controls.js'
import type { LaidOut } from './laid-out.js'
import { JoinedStrings } from './joined.js'
import { numberedAround } from './numbered.js'
import { hasParagraphs, paragraphsAround } from './paragraphs.js'
import { powershellAround } from './powershell.js'
import { hasReplaced, replacedAround } from './sql.js'
import { isSheet, sheetAround } from './sheet.js'
import { stringAround } from './strings.js'
import { columnAround, type Ruler, rulersIn, tableAround } from './table.js'

export type { LaidOut }

/** What programs laid out in a text. */
export class Layouts {
  /** Nothing is laid out in the line that ends here: a log may stand in one. */
  private plainUntil = -1
  private readonly hasParagraphs: boolean
  private readonly hasReplaced: boolean
  private readonly isSheet: boolean
  private readonly hasHunks: boolean
  private readonly hasProperties: boolean
  private readonly hasPages: boolean
  private readonly joined: JoinedStrings
  private readonly hasBackticks: boolean
  private readonly rulers: readonly Ruler[]

  constructor(
    private readonly of: Traced,
    private readonly view: string,
  ) {
    this.hasParagraphs = hasParagraphs(view)
    this.hasReplaced = hasReplaced(view)
    this.isSheet = isSheet(view)
    this.hasHunks = hasHunks(view)
    this.hasProperties = hasProperties(view)
    this.hasPages = hasPages(view)
    this.joined = new JoinedStrings(of, view)
    this.rulers = rulersIn(view)
    this.hasBackticks = view.includes('`') || view.includes('@"')
  }

  /** The text that one laid out around a place, as it was before; undefined where none did. Asked in order. */
  around(floor: number, at: number): LaidOut | undefined {
    const { of, view } = this
    const hunk = this.hasHunks ? hunkAround(of, view, floor, at) : undefined
    if (hunk !== undefined) return { name: 'diff', ...hunk }
    const property = this.hasProperties ? propertyAround(of, view, floor, at) : undefined
    if (property !== undefined) return { name: 'properties', ...property }
    const replaced = this.hasReplaced ? replacedAround(of, view, floor, at) : undefined
    if (replaced !== undefined || at <= this.plainUntil) return replaced
    const tree = treeAround(of, view, floor, at)
    const found =
      (tree && { name: 'browser tree' as const, ...tree }) ??
      (this.hasParagraphs ? paragraphsAround(of, view, floor, at) : undefined) ??
      (this.isSheet ? sheetAround(of, view, floor, at) : undefined) ??
      columnAround(of, view, this.rulers, { floor, at }) ??
      numberedAround(of, view, floor, at) ??
      (this.hasPages ? paged(pagesAround(of, view, floor, at)) : undefined) ??
      controlsAround(of, view, floor, at) ??
      (this.hasBackticks ? powershellAround(of, view, floor, at) : undefined) ??
      stringAround(of, view, floor, at) ??
      this.joined.around(floor, at) ??
      cellAround(of, view, floor, at) ??
      tableAround(of, view, floor, at)
    if (found === undefined) this.plainUntil = lineEnd(view, at)
    return found
  }
}

const paged = (pages: ReturnType<typeof pagesAround>): LaidOut | undefined => pages && { name: 'pages', ...pages }
