import { Fault } from '../errors.js'
import { EVERY_DAY, expandWeekdays, countNights, type FieldSets, type NightFields } from '../calendar/index.js'
import type { LineRun, NewBatch, SeriesRanges } from '../journal/index.js'
import { entriesOf, type Entry, type RequestShape } from './entries.js'
import type { MergedHotel } from './merge.js'
import type { RequestWriter } from './request-text.js'

/** Room in a body for the credentials object that the client adds. */
export const CREDENTIALS_BYTES = 1024

/** What a request may hold. */
export interface RequestBounds extends RequestShape {
  /** Bytes of a whole body, credentials included. */
  bodyLimitBytes: number
  entriesPerRequest?: number | undefined
}

/**
 * Fills requests with the entries of a hotel, in sending order, each as full as the limits allow.
 * @throws Fault USAGE when not even one entry fits
 */
export function* fillBatches(hotel: MergedHotel, writer: RequestWriter, bounds: RequestBounds): Iterable<NewBatch> {
  const overhead = Buffer.byteLength(writer.bodyHead(hotel.hotel)) + writer.bodyTail.length
  const room = bounds.bodyLimitBytes - CREDENTIALS_BYTES - overhead
  const most = bounds.entriesPerRequest ?? Infinity
  let batch = new OpenBatch()
  let window = 0
  let head = { room: '', plan: '', days: undefined as number | undefined, bytes: -1 }
  for (const entry of entriesOf(hotel, bounds)) {
    if (head.bytes < 0 || head.room !== entry.room || head.plan !== entry.plan || head.days !== entry.days) {
      head = { room: entry.room, plan: entry.plan, days: entry.days, bytes: Buffer.byteLength(writer.entryHead(entry.room, entry.plan, entry.days)) }
    }
    const bytes = writer.entryBytes(head.bytes, hotel.sets, entry.value)
    if (bytes > room) throw tooSmall(bounds.bodyLimitBytes, overhead + bytes + CREDENTIALS_BYTES)
    if (!batch.isEmpty && (batch.bytesWith(bytes) > room || batch.size >= most || entry.window !== window)) {
      yield batch.close(hotel.hotel, overhead)
      batch = new OpenBatch()
    }
    window = entry.window
    batch.add(entry, hotel.sets, bytes)
  }
  if (!batch.isEmpty) yield batch.close(hotel.hotel, overhead)
}

function tooSmall(limitBytes: number, neededBytes: number): Fault {
  return new Fault('USAGE', `The body limit of ${limitBytes} bytes is too small: one entry needs ${neededBytes}.`, { next: 'Raise the body limit.' })
}

class OpenBatch {
  readonly #series: SeriesRanges[] = []
  readonly #fields: NightFields[] = []
  readonly #places = new Map<number, number>()
  readonly #sources: LineRun[][] = []
  #bytes = 0
  #nights = 0
  #first = Infinity
  #last = -Infinity

  get isEmpty(): boolean {
    return this.#sources.length === 0
  }

  get size(): number {
    return this.#sources.length
  }

  /** Bytes of all entries, commas included, with one more. */
  bytesWith(entryBytes: number): number {
    return this.#bytes + entryBytes + (this.isEmpty ? 0 : 1)
  }

  add({ room, plan, from, until, days, value, lines }: Entry, sets: FieldSets, bytes: number): void {
    this.#bytes = this.bytesWith(bytes)
    let series = this.#series.at(-1)
    if (series === undefined || series.room !== room || series.plan !== plan || series.days !== days) {
      this.#series.push((series = { room, plan, ...(days === undefined ? {} : { days }), ranges: [] }))
    }
    let place = this.#places.get(value)
    if (place === undefined) this.#places.set(value, (place = this.#fields.push(sets.fieldsOf(value)) - 1))
    series.ranges.push({ from, until, value: place })
    this.#sources.push(lines)
    this.#nights += days === undefined ? until - from : countNights(expandWeekdays(from, until, days & EVERY_DAY))
    this.#first = Math.min(this.#first, from)
    this.#last = Math.max(this.#last, until - 1)
  }

  close(hotel: string, overhead: number): NewBatch {
    return {
      hotel, cells: { series: this.#series, fields: this.#fields }, sources: this.#sources, nights: this.#nights, bytes: this.#bytes + overhead,
      firstNight: this.#first, lastNight: this.#last,
    }
  }
}
