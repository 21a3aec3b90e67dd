import type * as z from '../../zod/index.js'
import { endpointAt, endpointOf } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { firstCharacters } from '../../redaction/index.js'

/** The body that the contract gives this path, so that its numbers are read as numbers; undefined for a path of the service's own. */
export function rawBodySchema(method: string, path: string): z.ZodType | undefined {
  const found = endpointAt(method, path)
  return found === undefined ? undefined : endpointOf(found.key).body
}

/**
 * The query of `--query name=value`; a name that is repeated is sent as often as it is given.
 * @throws Fault USAGE where there is no equals sign
 */
export function queryOf(pairs: readonly string[]): Record<string, string | string[]> {
  const query = new Map<string, string[]>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1)
      throw new Fault(
        'USAGE',
        `--query needs name=value, such as propertyId=1000001; "${firstCharacters(pair, 80)}" is not that.`,
      )
    const name = pair.slice(0, at)
    query.set(name, [...(query.get(name) ?? []), pair.slice(at + 1)])
  }
  return Object.fromEntries(
    [...query].map(([name, values]) => [name, values.length === 1 ? (values[0] as string) : values]),
  )
}
