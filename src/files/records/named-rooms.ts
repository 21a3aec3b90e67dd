import { inputFault, type ReadContext } from '../reading/index.js'
import type { NamedColumns } from './named-columns.js'

/** Watches the rows of a file whose rows name their values: one without a room means all of them only where no row names one. */
export class NamedRooms {
  /** Lines, 0 for none. */
  #named = 0
  #unnamed = 0

  constructor(
    private readonly columns: NamedColumns,
    private readonly context: ReadContext,
  ) {}

  take(values: ReadonlyMap<number, string>, line: number): void {
    const room = values.get(this.columns.plan.keys.room_id)
    if (room === undefined) this.#unnamed ||= line
    else if (room.trim() !== '') this.#named ||= line
  }

  /** @param remedy how rows of the format say it @throws Fault INVALID_INPUT where some rows name a room and others do not */
  finish(remedy: string): void {
    if (this.#named === 0 || this.#unnamed === 0 || this.context.kind.roomRequired) return
    throw inputFault({
      file: this.context.name,
      line: this.#unnamed,
      field: 'room_id',
      reason: `names no room, but line ${this.#named} does`,
      remedy,
    })
  }
}
