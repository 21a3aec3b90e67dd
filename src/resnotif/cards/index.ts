/** Finds the numbers of cards in text, however they are written. */

export { digitOf } from './digits.js'
export { isIssued } from './issuers.js'
export { findCards, holdsCard, isMasked, replaceCards, starDigits } from './numbers.js'
export { decodeEntities, spelledAt } from './spelling.js'
export { findTracks, starTracks } from './tracks.js'
