import { dayNames, formatNight } from '../../calendar/index.js'
import { type PackedCells, valueAt } from '../../journal/index.js'
import { integer, type WireNames } from './wire-names.js'

/** Request bodies of a service that keeps fields inside other objects or spells their values its own way. Slower than the usual way, and only used for these. */

/** JSON text by name. */
type Tree = Map<string, Tree | string>

/** Stands where the entries come. No JSON text holds it. */
const ENTRIES = '\u0000'
/** As long as any night. */
const ANY_NIGHT = '0000-00-00'

type Values = Readonly<Record<string, unknown>>

/** Whether the usual way cannot write these names. */
export function isShaped(names: WireNames): boolean {
  const { hotel, list, room, plan, from, to, days = '', fields, values } = names
  return (
    values !== undefined ||
    [hotel, list, room, plan, from, to, days, ...fields.map(([, wire]) => wire)].some((name) => name.includes('.'))
  )
}

export class ShapedEntries {
  constructor(private readonly names: WireNames) {}

  /** What a body begins and ends with. */
  around(hotel: string): { head: string; tail: string } {
    const tree: Tree = new Map()
    put(tree, this.names.hotel, this.#literal('hotel_code', hotel, hotel))
    put(tree, this.names.list, `[${ENTRIES}]`)
    const [head = '', tail = ''] = write(tree).split(ENTRIES)
    return { head, tail }
  }

  /** An entry without values, as long as any with the same ids. */
  frame(room: string, plan: string, days: readonly string[] | undefined): string {
    return write(this.#frame(room, plan, days, ANY_NIGHT, ANY_NIGHT))
  }

  /** Tells how many bytes values add to an entry that has these ids: it depends on which objects both lie in. */
  measure(hasRoom: boolean, hasPlan: boolean, hasDays: boolean): (values: Values) => number {
    const frame = (): Tree =>
      this.#frame(hasRoom ? '1' : '', hasPlan ? '1' : '', hasDays ? [] : undefined, ANY_NIGHT, ANY_NIGHT)
    const bare = Buffer.byteLength(write(frame()))
    return (values) => {
      const tree = frame()
      this.#addValues(tree, values)
      return Buffer.byteLength(write(tree)) - bare
    }
  }

  /** The entries of some cells, each as JSON text. */
  *entries(cells: PackedCells, lastNight: number): Generator<string> {
    const { k, v } = cells.columns
    for (const { room, plan, days, start, end } of cells.series) {
      const words = days === undefined ? undefined : dayNames(days)
      for (let entry = start; entry < end; entry += 1) {
        const tree = this.#frame(
          integer(room),
          integer(plan),
          words,
          formatNight(cells.from(entry)),
          formatNight(cells.until(entry) - lastNight),
        )
        const place = cells.value(entry)
        this.#addValues(tree, Object.fromEntries(k.map((name, at) => [name, valueAt(v[at], place)])))
        yield write(tree)
      }
    }
  }

  #frame(room: string, plan: string, days: readonly string[] | undefined, from: string, to: string): Tree {
    const { room: roomName, plan: planName, days: daysName = 'days', from: fromName, to: toName } = this.names
    const tree: Tree = new Map()
    if (room !== '') put(tree, roomName, this.#literal('room_id', room, room))
    if (plan !== '') put(tree, planName, this.#literal('rate_plan_id', plan, plan))
    if (days !== undefined)
      put(tree, daysName, `[${days.map((day) => this.#literal('days', day, JSON.stringify(day))).join(',')}]`)
    put(tree, fromName, JSON.stringify(from))
    put(tree, toName, JSON.stringify(to))
    return tree
  }

  #addValues(tree: Tree, values: Values): void {
    for (const [name, wire] of this.names.fields) {
      const value = values[name]
      if (value !== undefined && value !== null)
        put(tree, wire, this.#literal(name, String(value), JSON.stringify(value)))
    }
  }

  /** The service's value in JSON, or ours. Ids are JSON already: integers with all their digits. */
  #literal(name: string, value: string, usual: string): string {
    const words = this.names.values?.[name]
    return words !== undefined && Object.hasOwn(words, value) ? JSON.stringify(words[value]) : usual
  }
}

function put(tree: Tree, path: string, json: string): void {
  const parts = path.split('.')
  const last = parts.pop() as string
  let level = tree
  for (const part of parts) {
    const next = level.get(part)
    const inner: Tree = next instanceof Map ? next : new Map()
    level.set(part, inner)
    level = inner
  }
  level.set(last, json)
}

function write(tree: Tree): string {
  return `{${[...tree].map(([name, value]) => `${JSON.stringify(name)}:${typeof value === 'string' ? value : write(value)}`).join(',')}}`
}
