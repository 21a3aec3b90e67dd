import * as z from 'zod'
import { LOOKUPS, type LookupName } from './fields.js'
import type { EndpointKey } from './index.js'

/**
 * The user's file that says where a real service differs from the wire defaults: field names, whether `to` is the
 * last night or the day after, labels that mean failure, and the unit of `expiresIn`.
 */
const OverlayFile = z.strictObject({
  end: z.enum(['inclusive', 'exclusive']).default('inclusive'),
  expiresIn: z.enum(['auto', 'seconds', 'milliseconds', 'epoch']).default('auto'),
  failureLabels: z.array(z.string().min(1)).default([]),
  /** Endpoint key → dotted path in our names (arrays elided) → the service's name for its last part. */
  rename: z.record(z.string(), z.record(z.string().regex(/^\w+(\.\w+)*$/), z.string().min(1))).default({}),
  /** Lookup list → code or name → id, for lists that the interface has no endpoint for. */
  lookups: z.partialRecord(z.enum(LOOKUPS), z.record(z.string(), z.int())).default({}),
})

export type OverlayData = z.input<typeof OverlayFile>

export interface Overlay {
  end: 'inclusive' | 'exclusive'
  expiresIn: 'auto' | 'seconds' | 'milliseconds' | 'epoch'
  failureLabels: readonly string[]
  /** Renames the fields of a request, ours to the service's. */
  toWire(key: EndpointKey, value: unknown): unknown
  /** Renames the fields of a message, the service's to ours. */
  fromWire(key: EndpointKey, value: unknown): unknown
  /** Ids by code or name, from the file. */
  lookups: Readonly<Partial<Record<LookupName, Readonly<Record<string, number>>>>>
  /** The service's name of one field, such as `room_settings.min_stay` of `rates.push`. */
  fieldName(key: EndpointKey, path: string): string
}

interface Names {
  out: Map<string, string>
  in: Map<string, string>
  inner: Map<string, Names>
}

const emptyNames = (): Names => ({ out: new Map(), in: new Map(), inner: new Map() })

function namesOf(renames: Record<string, string>): Names {
  const root = emptyNames()
  for (const [path, wire] of Object.entries(renames)) {
    const parts = path.split('.')
    const last = parts.pop() as string
    let level = root
    for (const part of parts) {
      const next = level.inner.get(part) ?? emptyNames()
      level.inner.set(part, next)
      level = next
    }
    level.out.set(last, wire)
    level.in.set(wire, last)
  }
  return root
}

function rename(names: Names | undefined, direction: 'out' | 'in', value: unknown): unknown {
  if (names === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => rename(names, direction, item))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const renamed = names[direction].get(key) ?? key
      return [renamed, rename(names.inner.get(direction === 'out' ? key : renamed), direction, item)]
    }),
  )
}

/**
 * Reads the content of an overlay file.
 * @throws ZodError naming the path of what is wrong
 */
export function parseOverlay(data: unknown): Overlay {
  const { end, expiresIn, failureLabels, rename: renames, lookups } = OverlayFile.parse(data ?? {})
  const byKey = new Map(Object.entries(renames).map(([key, paths]) => [key, namesOf(paths)]))
  return {
    end,
    expiresIn,
    failureLabels,
    lookups,
    toWire: (key, value) => rename(byKey.get(key), 'out', value),
    fromWire: (key, value) => rename(byKey.get(key), 'in', value),
    fieldName: (key, path) => renames[key]?.[path] ?? path.slice(path.lastIndexOf('.') + 1),
  }
}

/** The wire defaults as they stand. */
export const defaultOverlay: Overlay = parseOverlay({})
