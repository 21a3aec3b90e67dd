import type { ReadContext } from '../reading/index.js'
import type { NamedColumns } from '../records/index.js'
import { Problem } from '../values/index.js'
import type { Level } from './levels.js'
import type { ScopeRow } from './rows.js'

/** An entry of a list: its level, and where it stands. */
export interface Entry {
  level: Level
  line: number
}

/** What every row of an entry has to name. */
export interface Need {
  slot: number
  /** Set where the list says that each of its entries is one of these: what is written further out does not count. */
  isOwn: boolean
  /** The line of a sibling that names it; 0 where the list itself asks for it. */
  namedAt: number
  list: string
}

/**
 * Notices entries of a list that lack the room, plan or hotel which their siblings, or the list they stand in, have. Left out by a slip,
 * the price of one room would be that of all rooms, and the price of a plan that of the room itself.
 */
export class YamlSiblings {
  private readonly slots: readonly number[]

  constructor(
    private readonly columns: NamedColumns,
    private readonly context: ReadContext,
  ) {
    const { hotel_code, room_id, rate_plan_id } = columns.plan.keys
    this.slots = [hotel_code, room_id, rate_plan_id].filter((slot) => slot >= 0)
  }

  /** @param list the name of the list; '' for one without */
  needsOf(list: string, entries: readonly Entry[]): Need[] {
    const { hotel_code, room_id, rate_plan_id } = this.columns.plan.keys
    const isHotelGiven = this.context.options.hotel !== undefined
    const required = ({ hotels: isHotelGiven ? undefined : hotel_code, rooms: room_id, plans: rate_plan_id } as const)[
      list
    ]
    return this.slots.flatMap((slot): Need[] => {
      if (slot === required)
        return [{ slot, isOwn: true, namedAt: entries.find(({ level }) => level.own.has(slot))?.line ?? 0, list }]
      const sibling = entries.find(({ level }) => level.own.has(slot))
      return sibling === undefined ? [] : [{ slot, isOwn: false, namedAt: sibling.line, list }]
    })
  }

  /**
   * What a row of an entry lacks; undefined where it has all.
   * @param depth of the entry
   */
  lackOf({ scope }: ScopeRow, needs: readonly Need[], depth: number): Problem | undefined {
    const lacking = needs.find(({ slot, isOwn }) => {
      const said = scope.get(slot)
      return said === undefined || (isOwn && said.depth < depth)
    })
    return lacking === undefined ? undefined : this.problemOf(lacking)
  }

  private problemOf({ slot, namedAt, list }: Need): Problem {
    const { keys } = this.columns.plan
    const what = slot === keys.room_id ? 'room' : slot === keys.rate_plan_id ? 'plan' : 'hotel'
    const where = namedAt > 0 ? `, but line ${namedAt} does` : `, but stands in the list ${list}`
    const all = {
      room: this.context.kind.roomRequired ? '' : ', or room_id: "*" to mean all active rooms of the hotel',
      plan: ', or plan: "*" to mean the price of the room without a plan',
      hotel: '',
    }[what]
    return new Problem(`names no ${what}${where}`, `Write its ${what}${all}.`)
  }
}

/** Notes what rows of an entry lack, once for the entry, and hands the rows on. */
export function* namedRows(
  rows: Iterable<ScopeRow>,
  lackOf: (row: ScopeRow) => Problem | undefined,
  note: (problem: Problem) => void,
): Generator<ScopeRow> {
  let isNoted = false
  for (const row of rows) {
    const lack: Problem | undefined = isNoted ? undefined : lackOf(row)
    if (lack !== undefined) note(lack)
    isNoted ||= lack !== undefined
    yield row
  }
}
