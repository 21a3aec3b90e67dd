/**
 * A state of the pace as it was kept, where it is one that this version has written: of the same version and form as a new one. Anything else is forgotten, because it is
 * learned again, and a push must not end on it.
 */
export function readPace<T extends { version: number }>(state: unknown, fresh: T): T | undefined {
  return isLike(state, fresh) && (state as T).version === fresh.version ? (state as T) : undefined
}

function isLike(value: unknown, fresh: unknown): boolean {
  if (Array.isArray(fresh)) return Array.isArray(value)
  if (typeof fresh === 'number') return typeof value === 'number' && Number.isFinite(value) && value >= 0
  if (typeof fresh !== 'object' || fresh === null) return typeof value === typeof fresh
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(fresh).every(([name, part]) => isLike((value as Record<string, unknown>)[name], part))
}
