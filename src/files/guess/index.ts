/** What the columns of a table may mean that a push does not understand by itself: guesses for a person to confirm, never acted on. */

export { guessColumns, type GuessedColumn, type GuessedTable } from './guess.js'
