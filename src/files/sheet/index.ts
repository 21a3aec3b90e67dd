/** The sheets of a workbook as records. */

export { readSheetRecords } from './xlsx.js'
