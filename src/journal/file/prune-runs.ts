import type { Database } from '../../sql/index.js'

/** A run that is older than asked and kept all the same. */
interface KeptRun {
  id: number
  why: 'open' | 'newest of its files' | 'undoes a run that is kept'
}

/** What can be removed of a journal, and what not. */
export interface PrunePlan {
  runs: number[]
  kept: KeptRun[]
}

/** A run that has been removed. */
export interface PrunedRun {
  id: number
  kind: string
  state: string
  createdAt: number
  prunedAt: number
}

interface OldRun {
  id: number
  undoes: number | null
  is_open: number
  is_newest: number
}

/**
 * Runs that ended before a moment and that nothing needs any more. Kept are those with something left to send or sent without a usable answer, those that guards compare
 * the next push with (the newest of all, and of files that were pushed more than once: names that carry a date never come back), and undos of kept runs. The acknowledged calendar is no part of a run: it stays.
 */
export function planPrune(database: Database, before: number): PrunePlan {
  const old = database.all<OldRun>(
    `WITH named AS (SELECT id, target, kind, state, (SELECT group_concat(json_extract(value, '$.name'), char(0)) FROM json_each(run.files)) AS names FROM run),
          applied AS (SELECT id, target, kind, names FROM named WHERE state IN ('done', 'partial', 'nothing-to-do') OR EXISTS (SELECT 1 FROM piece WHERE piece.run = named.id AND piece.state = 1)),
          newest AS (SELECT max(id) AS id FROM applied GROUP BY target, kind, names HAVING count(*) > 1 UNION SELECT max(id) FROM applied GROUP BY target, kind)
     SELECT id, json_extract(command, '$.undo') AS undoes, state IN ('planning', 'ready', 'sending') OR EXISTS (SELECT 1 FROM piece WHERE piece.run = run.id AND (piece.state = 0 OR (piece.unanswered_at IS NOT NULL AND piece.state <> 1))) AS is_open,
            id IN (SELECT id FROM newest) AS is_newest
     FROM run WHERE max(created_at, coalesce(ended_at, 0), coalesce(resumed_at, 0)) < ? ORDER BY id`,
    before,
  )
  const plan: PrunePlan = { runs: [], kept: [] }
  for (const { id, undoes, is_open, is_newest } of old) {
    const why =
      is_open === 1
        ? 'open'
        : is_newest === 1
          ? 'newest of its files'
          : undoes !== null && isKept(database, plan, undoes)
            ? 'undoes a run that is kept'
            : undefined
    if (why === undefined) plan.runs.push(id)
    else plan.kept.push({ id, why })
  }
  return plan
}

/** Removes runs, notes that they were, and gives the room back to the disk. */
export function pruneRuns(database: Database, runs: readonly number[]): void {
  database.transaction(() => {
    for (const id of runs) {
      database.run(
        'INSERT INTO pruned SELECT id, target, kind, state, created_at, ? FROM run WHERE id = ?',
        Date.now(),
        id,
      )
      database.run('DELETE FROM run WHERE id = ?', id)
    }
  })
  database.compact()
}

/** A run that has been removed, by number. */
export function findPruned(database: Database, id: number): PrunedRun | undefined {
  return database.get<PrunedRun>(
    'SELECT run AS id, kind, state, created_at AS createdAt, pruned_at AS prunedAt FROM pruned WHERE run = ?',
    id,
  )
}

/** Undos come after what they undo, so the plan has decided on it. */
function isKept(database: Database, plan: PrunePlan, id: number): boolean {
  return !plan.runs.includes(id) && database.get('SELECT 1 FROM run WHERE id = ?', id) !== undefined
}
