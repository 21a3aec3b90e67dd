import type { NightFields } from '../../calendar/index.js'
import type { Kind } from '../../files/index.js'

/** These fields with those that are one statement with them, such as the currency of a price, as far as they are known. */
export function withPartners(
  names: readonly string[],
  { together = [] }: Pick<Kind, 'together'>,
  known: NightFields,
): string[] {
  const partners = together.filter((group) => group.some((name) => names.includes(name))).flat()
  return [...new Set([...names, ...partners.filter((name) => known[name] !== undefined)])]
}
