import { hasCheckDigit } from '../../contract/index.js'
import type { MaskedCard } from '../store/index.js'

interface CardInput {
  holderName: string
  number: string
  expiryMonth: number
  expiryYear: number
  type?: string | undefined
}

/** Why a card cannot be charged, by field; undefined where nothing speaks against it. `now` is epoch milliseconds. */
export function faultOfCard(
  { number, expiryMonth, expiryYear }: CardInput,
  now: number,
): { field: string; message: string } | undefined {
  if (!hasCheckDigit(number)) return { field: 'card.number', message: 'is no card number: its check digit is wrong' }
  const today = new Date(now)
  if (expiryYear * 12 + expiryMonth < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1)
    return { field: 'card.expiryYear', message: `has expired (${expiryMonth}/${expiryYear})` }
  return undefined
}

/** What may be kept and shown of a card: the last four digits. */
export function maskCard({ holderName, number, expiryMonth, expiryYear, type }: CardInput): MaskedCard {
  return {
    holderName,
    maskedNumber: `${'*'.repeat(number.length - 4)}${number.slice(-4)}`,
    expiryMonth,
    expiryYear,
    ...(type === undefined ? {} : { type }),
  }
}
