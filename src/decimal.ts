/** An amount in ten thousandths. */
export type Decimal = bigint

/** An amount as it is written, such as 240.00; undefined where it is none. */
export function decimalOf(amount: string): Decimal | undefined {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{1,10}))?$/.exec(amount.slice(0, 40).trim()) ?? []
  if (whole === undefined || /[1-9]/.test(part.slice(4))) return undefined
  return BigInt(whole) * 10000n + BigInt(part.slice(0, 4).padEnd(4, '0'))
}

export const writeTotal = (total: Decimal): string =>
  `${total / 10000n}.${String(total % 10000n)
    .padStart(4, '0')
    .replace(/00$/, '')}`
