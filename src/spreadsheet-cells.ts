/**
 * Text of a CSV cell as spreadsheets take it: what begins with = + - @, a tab or a line end would be run as a formula when somebody opens the file,
 * whoever wrote the value. An apostrophe in front keeps it text. Numbers with a sign stay numbers.
 */

const MARK = "'"
/** The wide forms are read as their narrow ones. */
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** Nothing in it can be computed with but the number itself. */
const SIGNED_NUMBER = /^[+-][\d.,]{1,40}(?: ?%)?$/

/** The cell with a mark in front where a spreadsheet would run it. One that has such a mark of its own gets another, so that each can be taken off again. */
export function asSpreadsheetText(cell: string): string {
  return STARTS_FORMULA.test(behindMarks(cell)) && !SIGNED_NUMBER.test(cell) ? `${MARK}${cell}` : cell
}

/** The cell as it was before `asSpreadsheetText`. */
export function fromSpreadsheetText(cell: string): string {
  return cell.startsWith(MARK) && STARTS_FORMULA.test(behindMarks(cell)) ? cell.slice(MARK.length) : cell
}

function behindMarks(cell: string): string {
  let at = 0
  while (cell[at] === MARK) at += 1
  return cell.slice(at, at + 1)
}
