import type { Database } from '../../sql/index.js'

/** Scopes whose states are remembered between two changes. */
const REMEMBERED = 256

/** A state as JSON; undefined where it is none. */
export function stateOf({ state }: { state: string }): unknown {
  try {
    return JSON.parse(state)
  } catch {
    return undefined
  }
}

/** A state that this process has read or written, and its row. */
interface Remembered {
  id: number
  state: unknown
}

/** The states of a service in a database that other processes change too. */
export class SharedStates {
  /** As long as no other process has written anything. */
  readonly #remembered = new Map<string, Remembered>()
  #version = -1

  constructor(
    readonly database: Database,
    private readonly service: string,
  ) {}

  change<T>(scopes: readonly string[], work: (states: Map<string, unknown>) => T): T {
    try {
      return this.database.transaction(() => {
        this.#forgetWhatOthersChanged()
        const states = new Map<string, unknown>()
        for (const scope of scopes) {
          const known = this.#remembered.get(scope) ?? this.#read(scope)
          if (known?.state !== undefined) states.set(scope, known.state)
        }
        const result = work(states)
        for (const [scope, state] of states) this.#write(scope, state)
        return result
      })
    } catch (error) {
      // The states were changed, and the change is not on record.
      this.#remembered.clear()
      throw error
    }
  }

  /** The number changes with what other connections commit, and not with what this one does. */
  #forgetWhatOthersChanged(): void {
    const version = this.database.get<{ data_version: number }>('PRAGMA data_version')?.data_version
    if (version !== this.#version || this.#remembered.size > REMEMBERED) this.#remembered.clear()
    this.#version = version ?? -1
  }

  #read(scope: string): Remembered | undefined {
    const row = this.database.get<{ id: number; state: string }>(
      'SELECT id, state FROM pace WHERE service = ? AND scope = ?',
      this.service,
      scope,
    )
    if (row === undefined) return undefined
    const read = { id: row.id, state: stateOf(row) }
    this.#remembered.set(scope, read)
    return read
  }

  #write(scope: string, state: unknown): void {
    const [known, text, now] = [this.#remembered.get(scope), JSON.stringify(state), Date.now()]
    if (known !== undefined) {
      this.database.run('UPDATE pace SET state = ?, changed_at = ? WHERE id = ?', text, now, known.id)
      known.state = state
      return
    }
    const { lastInsertRowid: id } = this.database.run(
      'INSERT INTO pace (service, scope, state, changed_at) VALUES (?, ?, ?, ?)',
      this.service,
      scope,
      text,
      now,
    )
    this.#remembered.set(scope, { id, state })
  }
}
