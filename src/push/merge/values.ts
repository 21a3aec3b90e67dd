import type { NightFields } from '../../calendar/index.js'
import type { Kind } from '../../files/index.js'

/** Whether two values of one field say the same. Amounts are decimal text: `120` and `120.00` do. */
export function isEqualValue(
  a: string | number | boolean | undefined,
  b: string | number | boolean | undefined,
): boolean {
  if (a === b) return true
  return typeof a === 'string' && typeof b === 'string' && canonicalAmount(a) === canonicalAmount(b)
}

/** Decimal text without zeros that mean nothing; other text comes back as it is. */
function canonicalAmount(text: string): string {
  if (!/^\d+(\.\d+)?$/.test(text)) return text
  const [whole = '', fraction = ''] = text.split('.')
  let length = fraction.length
  while (fraction[length - 1] === '0') length--
  const digits = fraction.slice(0, length)
  return `${whole.replace(/^0+(?=\d)/, '')}${digits === '' ? '' : `.${digits}`}`
}

/** These fields with those that are one statement with them, such as the currency of a price, as far as they are known. */
export function withPartners(
  names: readonly string[],
  { together = [] }: Pick<Kind, 'together'>,
  known: NightFields,
): string[] {
  const partners = together.filter((group) => group.some((name) => names.includes(name))).flat()
  return [...new Set([...names, ...partners.filter((name) => known[name] !== undefined)])]
}
