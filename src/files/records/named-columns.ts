import { LOST_NAME } from '../../foreign-text.js'
import { columnNames, headerKey, knownHeaders, refuseReadAgain, unknownColumn } from '../columns/index.js'
import { type ColumnPlan, inputFault, keysAt, type ReadContext } from '../reading/index.js'
import { Problem } from '../values/index.js'

/** What a row means that does not name its plan or its days. */
interface AbsentKeys {
  rate_plan_id?: string
  days?: string
}

/**
 * The columns of a format whose rows name their values (JSON lines, YAML): every row may have others.
 * Rows are laid out as records with one cell per canonical column, so that the same checks serve all formats.
 */
export class NamedColumns {
  readonly plan: ColumnPlan
  private readonly names: string[]
  private readonly canonical: readonly string[]
  private readonly known: ReadonlyMap<string, string>
  private readonly ignored: ReadonlySet<string>
  private readonly slotsByKey = new Map<string, readonly number[] | undefined>()
  private readonly keyBySlot = new Map<number, string>()
  private readonly notRead = new Set<string>()

  constructor(private readonly context: ReadContext) {
    const { kind, options } = context
    this.canonical = columnNames(kind)
    this.names = [...this.canonical]
    this.known = knownHeaders(kind)
    this.ignored = new Set((options.ignoreColumns ?? []).map(headerKey))
    const at = (name: string) => this.canonical.indexOf(name)
    this.plan = {
      keys: keysAt(at),
      fields: kind.fields.map((spec) => ({ spec, at: at(spec.name) })),
      names: this.names,
      unnamed: [],
    }
  }

  /** The cells that a key fills: none where it is left unread, undefined where it is not known. */
  slotsOf(key: string): readonly number[] | undefined {
    if (this.slotsByKey.has(key)) return this.slotsByKey.get(key)
    const slots = this.findSlots(key)
    this.slotsByKey.set(key, slots)
    for (const slot of slots ?? []) {
      if (!this.keyBySlot.has(slot)) this.keyBySlot.set(slot, key)
    }
    return slots
  }

  /** Remembers the name by which the file calls a cell, for messages. */
  callSlot(slot: number, key: string): void {
    this.names[slot] = key
  }

  unknown(key: string): Problem {
    const { reason, remedy } = unknownColumn(key, this.context, this.known)
    return new Problem(reason, remedy)
  }

  /** A record with the cells of one row. What is absent is blank, also the hotel that --hotel gives; no room means all of them where the kind allows that. */
  recordOf(values: ReadonlyMap<number, string>, absent: AbsentKeys = {}): string[] {
    const { keys } = this.plan
    const record = this.canonical.map((name, slot) => values.get(slot) ?? absent[name as keyof AbsentKeys] ?? '')
    if (!values.has(keys.room_id) && !this.context.kind.roomRequired) record[keys.room_id] = '*'
    return record
  }

  /** Why a row that names its plan, days or currency and leaves the value blank cannot be taken, or undefined: what it inherits would be widened. */
  blankKey(values: ReadonlyMap<number, string>): Problem | undefined {
    for (const [name, meaning] of [
      ['rate_plan_id', 'Write "*" for the price of the room without a plan'],
      ['days', 'Write daily for every night'],
      ['currency', 'Write the currency'],
    ] as const) {
      const slot = this.canonical.indexOf(name)
      if (values.get(slot)?.trim() === '')
        return new Problem(`has ${this.plan.names[slot]} without a value`, `${meaning}, or leave the name out.`)
    }
    return undefined
  }

  /** Why a row cannot be taken beside the options given, or undefined. */
  conflict(values: ReadonlyMap<number, string>): Problem | undefined {
    const namesHotelTwice = this.context.options.hotel !== undefined && values.has(this.plan.keys.hotel_code)
    return namesHotelTwice
      ? new Problem('--hotel is given, but the row names its hotel as well', 'Leave one of them out.')
      : undefined
  }

  /** Reports how the columns were taken. @throws Fault INVALID_INPUT where a mapped column, or any value, never occurred */
  finish(): void {
    const { name, kind, options } = this.context
    const read = [...this.keyBySlot].map(([slot, key]) => [this.canonical[slot] as string, key] as const)
    this.context.onColumns?.({ file: name, read: Object.fromEntries(read), notRead: [...this.notRead] })
    // Where no row could be read at all, the rows say what is wrong.
    if (this.keyBySlot.size === 0) return
    for (const [canonical, column] of Object.entries(options.map ?? {})) {
      const slot = this.canonical.indexOf(canonical)
      if (slot >= 0 && !this.keyBySlot.has(slot))
        throw inputFault({
          file: name,
          field: column,
          reason: `--map reads ${canonical} from "${column}", which no row has`,
          remedy: 'Check the name.',
        })
    }
    const isSending = this.plan.fields.some(({ spec, at }) => spec.type !== 'currency' && this.keyBySlot.has(at))
    if (!isSending)
      throw inputFault({
        file: name,
        reason: `no value to send for ${kind.name} in any row`,
        remedy: `Add one of ${kind.fields.map((field) => field.name).join(', ')}.`,
      })
  }

  private findSlots(key: string): readonly number[] | undefined {
    refuseReadAgain([key], this.context)
    if (key.startsWith('_') && key !== LOST_NAME) return []
    const { map } = this.context.options
    const mapped = Object.entries(map ?? {}).filter(
      ([, column]) => column === key || headerKey(column) === headerKey(key),
    )
    if (mapped.length > 0) return mapped.map(([name]) => this.canonical.indexOf(name)).filter((slot) => slot >= 0)
    if (this.ignored.has(headerKey(key))) return []
    const name = this.known.get(headerKey(key))
    if (name !== undefined && map?.[name] === undefined) return [this.canonical.indexOf(name)]
    if (map === undefined) return undefined
    this.notRead.add(key)
    return []
  }
}
