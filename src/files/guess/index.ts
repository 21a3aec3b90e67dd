/** What the columns of a table may mean that a push does not understand by itself: guesses for a person to confirm, never acted on. */

export { guessEncodings, type GuessedEncoding } from './encoding-guess.js'
export { guessColumns, type GuessedColumn, type GuessedTable } from './guess.js'
