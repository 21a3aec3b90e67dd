import type { PriceStep } from './price-change.js'
import { Problem, showText } from './values.js'

/** What a formula cell shows whose result the file does not hold. */
export const NO_RESULT = '#FORMULA-WITHOUT-RESULT'

/** Why a cell is refused that shows something else than it holds. */
export class ShownProblem extends Problem {}

/** A value of a sheet, and what its number format makes of it. */
export interface StoredAndShown {
  stored: string
  shown: string
}

const SHOWN_CHARACTERS = 60
const BOTH = /^(.{1,60}) \(shown as "(.{0,60})"\)$/su
const NUMBER = /^\d{1,15}(?:[.,](\d{1,15}))?$/
const CENTS = 2
/** What a formula shows that has no result, in English and in German. */
const ERROR =
  /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|NV|WERT!|BEZUG!|ZAHL!|ÜBERLAUF!)$/i

/** The text of a cell that shows something else than it holds. No reader takes it for a value, and rejects keep both. */
export function storedAndShownText(stored: string, shown: string): string {
  return `${stored.slice(0, SHOWN_CHARACTERS)} (shown as "${shown.slice(0, SHOWN_CHARACTERS)}")`
}

/** Both again; undefined for any other text. */
export function storedAndShown(text: string): StoredAndShown | undefined {
  if (!text.endsWith('")')) return undefined
  const [, stored, shown] = BOTH.exec(text.slice(0, 3 * SHOWN_CHARACTERS)) ?? []
  return stored === undefined || shown === undefined ? undefined : { stored, shown }
}

/** Reads both: they are taken where they say the same, such as 1 in a column of flags that shows "closed". */
export function agreedValue<T>(text: string, read: (text: string) => T | Problem): T | Problem | undefined {
  if (text === NO_RESULT)
    return new ShownProblem(
      'is a formula whose result the file does not hold',
      'Open the workbook in a spreadsheet program and save it again, or write the value in the cell.',
    )
  if (ERROR.test(text.trim().slice(0, SHOWN_CHARACTERS)))
    return new ShownProblem(
      'is the error of a formula, not a value',
      'Correct the formula, or write the value in the cell.',
    )
  const both = storedAndShown(text)
  if (both === undefined) return undefined
  const stored = read(both.stored)
  const shown = both.shown.trim() === '' || stored instanceof Problem ? undefined : read(both.shown)
  return shown !== undefined && !(shown instanceof Problem) && JSON.stringify(stored) === JSON.stringify(shown)
    ? stored
    : disagreement(both)
}

/** The same for a price. One that the format only rounds is taken where a person has said how prices are rounded. */
export function agreedPrice<T>(
  text: string,
  read: (text: string) => T | Problem,
  step: PriceStep | undefined,
): T | Problem | undefined {
  const both = storedAndShown(text)
  if (both === undefined) return undefined
  const decimals = decimalsOfRounding(both)
  if (decimals === undefined) return agreedValue(text, read)
  if (step !== undefined) return read(both.stored)
  const unit = decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`
  const cents = decimals < CENTS ? ', --round 0.01 to send what the cell holds, in cents' : ''
  return new ShownProblem(
    disagreement(both).reason,
    `Add --round ${unit} to send what is shown${cents}, or write the price that is meant in the cell.`,
  )
}

/** How many decimals are shown where that is all that the format does; undefined where it shows another number, or none. */
function decimalsOfRounding({ stored, shown }: StoredAndShown): number | undefined {
  const decimals = NUMBER.exec(shown)?.[1]?.length ?? 0
  if (!NUMBER.test(shown) || !NUMBER.test(stored)) return undefined
  const [a, b] = [stored, shown].map((text) => Number(text.replace(',', '.'))) as [number, number]
  return Math.abs(a - b) <= 0.5000001 * 10 ** -decimals ? decimals : undefined
}

function disagreement({ stored, shown }: StoredAndShown): Problem {
  const holds = `holds ${showText(stored)}, and its number format shows ${shown.trim() === '' ? 'nothing' : `"${showText(shown)}"`}`
  // The letters of other languages stand in formats that no program made for another one knows.
  if (
    /^\d{4}-\d\d-\d\d/.test(stored) ||
    (/^\d{5}$/.test(stored) &&
      /^[tjgdamyp]{1,4}[./ -]m{1,4}[./ -][ajeyg]{2,4}$|^[ajeyg]{2,4}[./ -]m{1,4}[./ -][tjgdp]{1,2}$/i.test(shown))
  )
    return new ShownProblem(
      holds,
      'Give the cell a number format that shows the whole date, such as YYYY-MM-DD, and look at the dates that it then shows.',
    )
  return new ShownProblem(holds, 'Give the cell the number format General, and write the value that is meant.')
}
