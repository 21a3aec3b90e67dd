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
