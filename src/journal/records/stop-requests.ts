import type { Database } from '../../sql/index.js'
import type { Problem } from '../fates/index.js'

/** What ends a run early: which process sends it, the wish of another that it stop, and judgements that are called off. */
export class StopRequests {
  constructor(private readonly database: Database) {}

  /** This process begins to send the run. A wish that an earlier sender left unheard is void. */
  begin(run: number): void {
    this.database.run(
      "UPDATE run SET stop_asked_at = CASE WHEN state = 'ready' THEN stop_asked_at END, sender = ? WHERE id = ?",
      process.pid,
      run,
    )
  }

  /** It sends no more. */
  end(run: number): void {
    this.database.run('UPDATE run SET stop_asked_at = NULL, sender = NULL WHERE id = ?', run)
  }

  ask(run: number): void {
    this.database.run('UPDATE run SET stop_asked_at = ? WHERE id = ?', Date.now(), run)
  }

  isAsked(run: number): boolean {
    return this.database.get('SELECT 1 FROM run WHERE id = ? AND stop_asked_at IS NOT NULL', run) !== undefined
  }

  /** The process that sends it, or was sending it when it was killed. */
  senderOf(run: number): number | undefined {
    return this.database.get<{ sender: number | null }>('SELECT sender FROM run WHERE id = ?', run)?.sender ?? undefined
  }

  /** Takes back rejections of this run that were written since then, where `isSame` says so: what they refused can be sent again. */
  reopen(run: number, since: number, isSame: (problem: Problem) => boolean): void {
    this.database.transaction(() => {
      const rows = this.database.all<{ seq: number; from_entry: number; problem: string }>(
        'SELECT seq, from_entry, problem FROM piece WHERE run = ? AND state IN (2, 3) AND settled_at >= ?',
        run,
        since,
      )
      for (const { seq, from_entry: fromEntry, problem } of rows) {
        if (!isSame(JSON.parse(problem) as Problem)) continue
        this.database.run(
          'UPDATE piece SET state = 0, problem = NULL, settled_at = NULL, suspect = 0 WHERE run = ? AND seq = ? AND from_entry = ?',
          run,
          seq,
          fromEntry,
        )
      }
    })
  }
}
