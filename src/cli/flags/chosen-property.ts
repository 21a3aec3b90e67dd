import { Fault } from '../../errors.js'

/**
 * The id argument, where no hubSwitchId is given instead.
 * @throws Fault USAGE where neither is given, or both
 */
export function chosenProperty(id: string | undefined, hubId: string | undefined): string {
  if ((id === undefined) === (hubId === undefined))
    throw id === undefined
      ? new Fault('USAGE', 'Which property? Give its id, or --hub-id.', { facts: { missing: ['<id>'] } })
      : new Fault('USAGE', 'Give the id or --hub-id, not both.')
  return id ?? ''
}

/**
 * Reads `1000001=42,1000002=43`: hotel code → property id.
 * @throws Fault USAGE
 */
export function propertyPairs(text: string | undefined): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const pair of text === undefined ? [] : text.split(',')) {
    const [, hotel, property] = /^\s*(\d+)\s*=\s*(\d+)\s*$/.exec(pair) ?? []
    if (hotel === undefined || property === undefined)
      throw new Fault('USAGE', `--property needs HOTEL=PROPERTY, such as 1000001=42, not "${pair.trim()}".`)
    pairs.set(hotel, property)
  }
  return pairs
}
