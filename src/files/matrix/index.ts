/** Tables with dates across. */

export { isDateHeader, monthAboveDays } from './dates.js'
export { isTaken, matrixHeader, type MatrixHeader } from './header.js'
export { MatrixRows } from './matrix.js'
