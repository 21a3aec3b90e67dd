/** What is known of the receiver of a notification: its codes, its dialect. */

export { readDialectFile } from './dialect-file.js'
export { codesOfHotel, readKnownCodes } from './known-codes.js'
