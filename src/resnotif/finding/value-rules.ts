import type { Severity } from './dialect-rules.js'

/** Rules of single values. */
export const VALUE_RULES = {
  'amount-invalid': [
    'error',
    'An amount is a number with a decimal point; a PMS cannot read this one, or reads another. One that begins or ends with its point, as xs:decimal allows, is read, and told as a warning.',
    'Write 180.50: no comma, no blank, no currency.',
  ],
  'amount-negative': ['error', 'A price below zero is a slip of the sender.', 'Check the amount.'],
  'value-invalid': [
    'error',
    'The schema has another kind of value for this attribute: a PMS that validates refuses the message, another takes the value for something else, or for nothing.',
    'Write what is expected, or leave the attribute out.',
  ],
  'percent-mismatch': [
    'warning',
    'Percent and the amount of one tax, fee, discount or commission do not go together: it is that share of no price of its night, room or reservation, with tax or without. A PMS takes one or the other.',
    'Check both, and leave out the one that is not meant.',
  ],
  'percent-unchecked': [
    'info',
    'Percent and the amount of a tax or a commission go together by no price that the message tells; a tax may be of a part of its price, a commission of the price before tax.',
    'Look up which price the percentage is of, and correct Percent or the amount where one of them is wrong.',
  ],
} as const satisfies Record<string, readonly [Severity, string, string]>
