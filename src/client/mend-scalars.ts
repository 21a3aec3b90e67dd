import type { EndpointSpec } from '../contract/endpoint.js'

/**
 * A copy of a result in which a number that came as text, or a text that came as a number or boolean, has the form the
 * contract gives it. Services of this family are not consistent about it. What needs no mending is returned as it is.
 */
export function mendScalars(schema: EndpointSpec['result'], value: unknown): unknown {
  const checked = schema.safeParse(value)
  if (checked.success) return value
  return checked.error.issues.reduce<unknown>((mended, issue) => {
    if (issue.code !== 'invalid_type') return mended
    return replaceAt(mended, issue.path, (found) => mend(found, issue.expected))
  }, value)
}

function mend(found: unknown, expected: string): unknown {
  if (expected === 'string' && (typeof found === 'number' || typeof found === 'boolean')) return String(found)
  if ((expected !== 'number' && expected !== 'int') || typeof found !== 'string' || found.trim() === '') return found
  const number = Number(found)
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : found
}

function replaceAt(value: unknown, path: readonly PropertyKey[], change: (found: unknown) => unknown): unknown {
  const [head, ...rest] = path
  if (head === undefined) return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item, index) => (index === head ? replaceAt(item, rest, change) : item))
  if (!(head in value)) return value
  return { ...value, [head]: replaceAt((value as Record<PropertyKey, unknown>)[head], rest, change) }
}
