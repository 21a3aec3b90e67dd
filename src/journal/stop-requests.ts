import type { Database } from '../sql/index.js'

/** Which process sends a run, and the wish of another process that it stop. */
export class StopRequests {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** This process begins to send the run. A wish that an earlier sender left unheard is void. */
  begin(run: number): void {
    this.#database.run("UPDATE run SET stop_asked_at = CASE WHEN state = 'ready' THEN stop_asked_at END, sender = ? WHERE id = ?", process.pid, run)
  }

  /** It sends no more. */
  end(run: number): void {
    this.#database.run('UPDATE run SET stop_asked_at = NULL, sender = NULL WHERE id = ?', run)
  }

  ask(run: number): void {
    this.#database.run('UPDATE run SET stop_asked_at = ? WHERE id = ?', Date.now(), run)
  }

  isAsked(run: number): boolean {
    return this.#database.get('SELECT 1 FROM run WHERE id = ? AND stop_asked_at IS NOT NULL', run) !== undefined
  }

  /** The process that sends it, or was sending it when it was killed. */
  senderOf(run: number): number | undefined {
    return this.#database.get<{ sender: number | null }>('SELECT sender FROM run WHERE id = ?', run)?.sender ?? undefined
  }
}
