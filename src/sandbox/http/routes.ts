import { type EndpointKey, endpoints } from '../../contract/index.js'

interface Route {
  /** Segments of the path; those in braces take any text. */
  segments: readonly string[]
  /** Endpoints by method. */
  methods: Map<string, EndpointKey>
}

export interface Found {
  methods: ReadonlyMap<string, EndpointKey>
  /** Decoded. */
  params: Record<string, string>
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

/** The contract's paths, those with fewer parameters first, so that they win over `{id}`. */
const routes = lazily((): Route[] => {
  const byPath = new Map<string, Map<string, EndpointKey>>()
  for (const { key, endpoint } of endpoints)
    byPath.set(endpoint.path, (byPath.get(endpoint.path) ?? new Map<string, EndpointKey>()).set(endpoint.method, key))
  return [...byPath]
    .map(([path, methods]) => ({ segments: path.split('/'), methods }))
    .sort((a, b) => a.segments.filter(isParameter).length - b.segments.filter(isParameter).length)
})

/** The endpoints at a path of a request; undefined where the contract has none there. */
export function routeOf(path: string): Found | undefined {
  const sent = path.split('/').map(decoded)
  const route = routes().find(
    ({ segments }) =>
      segments.length === sent.length &&
      segments.every((segment, at) => (isParameter(segment) ? sent[at] !== '' : segment === sent[at])),
  )
  if (route === undefined) return undefined
  const params = route.segments.flatMap((segment, at) =>
    isParameter(segment) ? [[segment.slice(1, -1), sent[at] ?? ''] as const] : [],
  )
  return { methods: route.methods, params: Object.fromEntries(params) }
}

/** A segment that is not well-formed is taken as it stands. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
