import type { Kind } from '../../files/index.js'

/** The fields that are one value with a field, such as a price and its currency; itself among them. */
export function oneValueWith(name: string, { together = [] }: Pick<Kind, 'together'>): readonly string[] {
  return together.find((group) => group.includes(name)) ?? [name]
}
