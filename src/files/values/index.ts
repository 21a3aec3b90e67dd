/** Amounts, counts and words as people write them. */

export { AMOUNT_READINGS, amountAs, type AmountReading, inOneReading } from './amount-readings.js'
export { type Amount, decimalsIn, readAmount } from './amount.js'
export { Contest, type Verdict, type Witness } from './contest.js'
export { decimalsOf } from '../../decimal.js'
export { currenciesOfSign, readCurrency } from './currency.js'
export { AS_READ, markedText, markProblem, textAndMark, type TextMark } from './marked-text.js'
export { type FirstValue, FirstValues } from './first-values.js'
export { plainWord } from './plain-word.js'
export { changePrice, type PriceChange, type PriceStep, readStep, stepOfCurrency, stepOfText } from './price-change.js'
export { readChange } from './read-change.js'
export { type Read, readerOf, remembered, type Value } from './readers.js'
export {
  agreedPrice,
  agreedValue,
  NO_RESULT,
  ShownProblem,
  storedAndShown,
  type StoredAndShown,
  storedAndShownText,
} from './stored-and-shown.js'
export { hasManyDecimals, isThousandsOrDecimals, mayHaveThousands } from './thousands.js'
export { daysText, OpenProblem, ownCopy, Problem, readId, showText } from './values.js'
