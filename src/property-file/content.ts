/**
 * Values compared by what they say. Inside lists and objects a field that is absent, null, false or empty says the same,
 * because a service fills such fields in.
 */
export function saysTheSame(a: unknown, b: unknown): boolean {
  return canonical(a, true) === canonical(b, true)
}

function canonical(value: unknown, isTop: boolean): string {
  return JSON.stringify(plain(value, isTop)) ?? ''
}

function plain(value: unknown, isTop: boolean): unknown {
  if (value === null || (value === false && !isTop)) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => plain(item, false) ?? null)
  if (typeof value !== 'object') return value
  const entries = Object.keys(value as object)
    .sort()
    .map((name): [string, unknown] => [name, plain((value as Record<string, unknown>)[name], false)])
    .filter(([, item]) => item !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** One value that differs. An absent side is undefined. */
export interface Change {
  /** Dotted path, such as `phones[0].phoneNumber`. */
  field: string
  from?: unknown
  to?: unknown
  /** The answer does not say what stood there. */
  isUnknown?: boolean
}

/** The fields of `wanted` that say something else than `current`, each as it stands in `wanted`. */
export function differingFields(
  current: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && !saysTheSame(current[field], value)),
  )
}

/** What changes where `wanted` goes over `current`, value by value. */
export function changesOf(
  current: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): Change[] {
  return Object.entries(differingFields(current, wanted)).flatMap(([field, value]) =>
    leafChanges(field, current[field], value),
  )
}

function leafChanges(field: string, from: unknown, to: unknown): Change[] {
  if (saysTheSame(from, to)) return []
  if (Array.isArray(from) && Array.isArray(to)) {
    return Array.from({ length: Math.max(from.length, to.length) }, (_, at) =>
      leafChanges(`${field}[${at}]`, from[at], to[at]),
    ).flat()
  }
  if (isObject(from) && isObject(to)) {
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) =>
      leafChanges(`${field}.${name}`, from[name], to[name]).map((change) =>
        to[name] !== undefined && (from[name] ?? undefined) === undefined ? { ...change, isUnknown: true } : change,
      ),
    )
  }
  return [{ field, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
