import { dayNames, type CodedSets, PerSet } from '../../calendar/index.js'
import type { Kind } from '../../files/index.js'
import type { PackedCells } from '../../journal/index.js'
import { ByteCollector } from './byte-collector.js'
import { EntryTails } from './entry-tails.js'
import { NIGHT_BYTES, NightBytes } from './night-bytes.js'
import { isShaped, ShapedEntries } from './shaped-entries.js'
import { integer, type WireNames } from './wire-names.js'

/** The service's values of a field by ours; undefined where they are the same. */
export type ValuesOf = (path: string) => Readonly<Record<string, string | number | boolean>> | undefined

/** @param fieldName the service's name of a path such as `room_settings.min_stay`; dots lead into objects; the list that it stands in, where that is known */
export function wireNames(
  kind: Kind,
  fieldName: (path: string, list?: string) => string,
  end: WireNames['end'],
  valuesOf: ValuesOf = () => undefined,
): WireNames {
  // A field that entries of this kind never have keeps our name: it has none at the service.
  const inList = (name: string, isThere = true) =>
    isThere ? fieldName(`${kind.listField}.${name}`, kind.listField) : name
  const named = ['room_id', 'rate_plan_id', 'days', ...kind.fields.map(({ name }) => name)].map(
    (name) => [name, valuesOf(`${kind.listField}.${name}`)] as const,
  )
  const values = [['hotel_code', valuesOf('hotel_code')] as const, ...named].flatMap(([name, words]) =>
    words === undefined ? [] : [[name, { ...words }] as const],
  )
  return {
    ...(values.length === 0 ? {} : { values: Object.fromEntries(values) }),
    hotel: fieldName('hotel_code'),
    list: fieldName(kind.listField),
    room: inList('room_id'),
    plan: inList('rate_plan_id', kind.planAllowed),
    from: inList('from'),
    to: inList('to'),
    days: inList('days', kind.daysAllowed),
    fields: kind.fields.map(({ name }) => [name, inList(name)]),
    end,
  }
}

/** What the entries of a room and plan have in common, for their size. */
export interface EntryMeasure {
  /** Without values. */
  bytes: number
  /** What values add; undefined for the usual way of writing. */
  shaped: PerSet<number> | undefined
}

/** Writes request bodies, without credentials, and knows their size before they are written. Ids become integer literals with all their digits. */
export class RequestWriter {
  readonly #names: WireNames
  readonly #middle: string
  readonly #middleBytes: number
  readonly #tails: EntryTails
  /** Where the usual way of writing does not do. */
  readonly #shaped: ShapedEntries | undefined
  /** Bytes that values add to an entry, by what else it has. */
  readonly #shapedBytes = new Map<string, PerSet<number>>()
  readonly #nights = new NightBytes()
  readonly #out = new ByteCollector()

  constructor(names: WireNames) {
    this.#names = names
    this.#tails = new EntryTails(names.fields.map(([name, wire]) => [name, JSON.stringify(wire)]))
    this.#middle = `",${JSON.stringify(names.to)}:"`
    this.#shaped = isShaped(names) ? new ShapedEntries(names) : undefined
    this.#middleBytes = this.#shaped === undefined ? Buffer.byteLength(this.#middle) + 2 * NIGHT_BYTES : 0
    this.bodyTail = this.#shaped?.around('0').tail ?? ']}'
  }

  /** What an entry begins with, up to its first night. */
  entryHead(room: string, plan: string, days?: number): string {
    if (this.#shaped !== undefined)
      return this.#shaped.frame(integer(room), integer(plan), days === undefined ? undefined : dayNames(days))
    const { room: roomName, plan: planName, from } = this.#names
    const week =
      days === undefined ? [] : [`${JSON.stringify(this.#names.days ?? 'days')}:${JSON.stringify(dayNames(days))},`]
    const ids = [
      ...(room === '' ? [] : [`${JSON.stringify(roomName)}:${integer(room)},`]),
      ...(plan === '' ? [] : [`${JSON.stringify(planName)}:${integer(plan)},`]),
    ]
    return `{${ids.join('')}${week.join('')}${JSON.stringify(from)}:"`
  }

  /** How to measure the entries of a room and plan on these weekdays. */
  entryMeasure(room: string, plan: string, days?: number): EntryMeasure {
    const bytes = Buffer.byteLength(this.entryHead(room, plan, days)) + this.#middleBytes
    if (this.#shaped === undefined) return { bytes, shaped: undefined }
    const shape = [room, plan, days ?? ''].map((part) => (part === '' ? '-' : '+')).join('')
    let shaped = this.#shapedBytes.get(shape)
    if (shaped === undefined)
      this.#shapedBytes.set(
        shape,
        (shaped = new PerSet(this.#shaped.measure(room !== '', plan !== '', days !== undefined))),
      )
    return { bytes, shaped }
  }

  /** Bytes of an entry. */
  entryBytes({ bytes, shaped }: EntryMeasure, sets: CodedSets, value: number): number {
    return bytes + (shaped === undefined ? this.#tails.bytesOf(sets, value) : shaped.of(sets, value))
  }

  bodyHead(hotel: string): string {
    if (this.#shaped !== undefined) return this.#shaped.around(integer(hotel)).head
    return `{${JSON.stringify(this.#names.hotel)}:${integer(hotel)},${JSON.stringify(this.#names.list)}:[`
  }

  readonly bodyTail: string

  /** The body that sets these cells of a hotel, as UTF-8. The bytes stand until the next body is written. */
  body(hotel: string, cells: PackedCells): Uint8Array {
    const shift = this.#names.end === 'inclusive' ? 1 : 0
    if (this.#shaped !== undefined)
      return bytesOf(`${this.bodyHead(hotel)}${[...this.#shaped.entries(cells, shift)].join(',')}${this.bodyTail}`)
    const [out, tails, nights, middle] = [this.#out, this.#tails, this.#nights, bytesOf(this.#middle)]
    out.begin()
    tails.begin(cells.columns)
    out.add(bytesOf(this.bodyHead(hotel)))
    let comma = ''
    for (const { room, plan, days, start, end } of cells.series) {
      const head = this.entryHead(room, plan, days)
      let opening = bytesOf(comma + head)
      for (let entry = start; entry < end; entry += 1) {
        out.add(opening)
        nights.addTo(out, cells.from(entry))
        out.add(middle)
        nights.addTo(out, cells.until(entry) - shift)
        tails.addTo(out, cells.value(entry))
        if (comma === '') opening = bytesOf((comma = ',') + head)
      }
    }
    out.add(bytesOf(this.bodyTail))
    return out.bytes()
  }
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text)
}
