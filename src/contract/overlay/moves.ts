/** Fields under other names and in other objects, both ways. */

type Loose = Record<string, unknown>

/** Where the fields of one side of an endpoint stand on the wire. */
export interface Moves {
  /** Our path within an entry of a list (or the whole) → the service's, by the list's path; the whole is ''. */
  scopes: ReadonlyMap<string, Scope>
}

interface Scope {
  out: ReadonlyMap<string, string>
  in: ReadonlyMap<string, string>
  /** Every strict beginning of a path that is moved, ours and the service's: objects that are looked into. */
  outInner: ReadonlySet<string>
  inInner: ReadonlySet<string>
}

/** Turns a value at our path; `direction` as below. */
export type Turn = (path: string, value: unknown) => unknown

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')))
const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('.')

/**
 * The service's path of a field within its scope: `wire` under the parent as it is renamed itself, or, where it begins with `/`, from the top of the scope.
 * @param renames by path within the scope
 */
export function wirePath(path: string, renames: ReadonlyMap<string, string>): string {
  if (path === '') return ''
  const own = renames.get(path)
  if (own?.startsWith('/') === true) return own.slice(1)
  return join(wirePath(parentOf(path), renames), own ?? path.slice(path.lastIndexOf('.') + 1))
}

/** @param renames by scope, then by path within it */
export function createMoves(renames: ReadonlyMap<string, ReadonlyMap<string, string>>): Moves {
  const scopes = new Map<string, Scope>()
  for (const [scope, names] of renames) {
    const out = new Map([...names.keys()].map((path) => [path, wirePath(path, names)]))
    const inward = new Map([...out].map(([ours, theirs]) => [theirs, ours]))
    scopes.set(scope, { out, in: inward, outInner: beginnings(out.keys()), inInner: beginnings(inward.keys()) })
  }
  return { scopes }
}

function beginnings(paths: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const path of paths) for (let at = parentOf(path); at !== ''; at = parentOf(at)) found.add(at)
  return found
}

/**
 * A value with its fields where the other side has them: `out` from our names to the service's, `in` back.
 * @param scope path of the list whose entry this is; '' = the whole
 * @param turn changes single values; it is asked with our full path
 */
export function move(moves: Moves, direction: 'out' | 'in', value: unknown, turn: Turn, scope = ''): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => move(moves, direction, item, turn, scope))
  if (!isPlainObject(value)) return scope === '' ? value : turn(scope, value)
  const names = moves.scopes.get(scope)
  const target: Loose = {}
  const moved: [path: string, value: unknown][] = []
  const visit = (path: string, record: Loose): void => {
    for (const [key, item] of Object.entries(record)) {
      const at = join(path, key)
      const exact = names?.[direction].get(at)
      const isInner = names?.[direction === 'out' ? 'outInner' : 'inInner'].has(at) === true
      if (isInner && isPlainObject(item) && Object.keys(item).length > 0) visit(at, item)
      else {
        const other = exact ?? join(otherPath(parentOf(at), names, direction), key)
        const ours = join(scope, direction === 'out' ? at : other)
        const settled = inside(ours, item)
        if (exact === undefined) put(target, other, settled)
        else moved.push([other, settled])
      }
    }
  }
  /** A list is a scope of its own, an object belongs to the scope it stands in, all else is a value. */
  const inside = (ours: string, item: unknown): unknown => {
    if (Array.isArray(item))
      return item.map((one: unknown) =>
        isPlainObject(one) ? move(moves, direction, one, turn, ours) : turn(ours, one),
      )
    if (!isPlainObject(item)) return turn(ours, item)
    return Object.fromEntries(Object.entries(item).map(([key, one]) => [key, inside(join(ours, key), one)]))
  }
  visit('', value)
  // What is named wins over what merely has the same spelling.
  for (const [path, item] of moved) put(target, path, item)
  return target
}

/** The other side's path of an object: its own move, or that of the nearest object around it. */
function otherPath(path: string, names: Scope | undefined, direction: 'out' | 'in'): string {
  if (path === '' || names === undefined) return path
  return (
    names[direction].get(path) ??
    join(otherPath(parentOf(path), names, direction), path.slice(path.lastIndexOf('.') + 1))
  )
}

function put(target: Loose, path: string, value: unknown): void {
  const parts = path.split('.')
  const last = parts.pop() as string
  let level = target
  for (const part of parts) {
    const next = Object.hasOwn(level, part) ? level[part] : undefined
    const inner: Loose = isPlainObject(next) ? next : {}
    if (inner !== next) define(level, part, inner)
    level = inner
  }
  define(level, last, value)
}

/** A field called `__proto__` is a field like any other. */
function define(target: Loose, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}

function isPlainObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
