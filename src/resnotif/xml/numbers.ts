import { withoutBlanks } from './blanks.js'

/** A whole number, 0 or more, as XML Schema writes it: blanks may stand around it and a sign before it. */
export function wholeNumber(text: string | undefined): number | undefined {
  const plain = text === undefined ? '' : withoutBlanks(text)
  return /^(?:\+?\d{1,6}|-0{1,6})$/.test(plain) ? Math.abs(Number(plain)) : undefined
}
