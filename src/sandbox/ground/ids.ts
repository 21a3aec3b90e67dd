import type { Database } from '../../sql/index.js'

/**
 * The next id of a table that counts upwards, never one that was used before. An id whose digits already stand as a code
 * that someone chose is passed over, because the id itself is the code of a record that gets none.
 */
export function nextFreeId(
  db: Database,
  table: 'properties' | 'units' | 'rate_plans',
  isTaken: (candidate: number) => boolean,
): number {
  const last = db.get<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', table)
  let candidate = (last?.seq ?? 0) + 1
  while (isTaken(candidate)) candidate += 1
  return candidate
}
