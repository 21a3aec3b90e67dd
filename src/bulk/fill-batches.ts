import { Fault } from '../errors.js'
import type { NightFields } from '../calendar/index.js'
import { packLines, type LineRun, type NewBatch, type SeriesRanges } from '../journal/index.js'
import type { Stretch } from './hotel-rows.js'
import type { MergedHotel, MergedRange } from './merge.js'
import type { RequestWriter } from './request-text.js'

/** Room in a body for the credentials object that the client adds. */
export const CREDENTIALS_BYTES = 1024

/**
 * Fills requests with the entries of a hotel, in sending order, each body as long as the limit allows.
 * @param limitBytes size of a whole body, credentials included
 * @throws Fault USAGE when not even one entry fits
 */
export function* fillBatches(hotel: MergedHotel, writer: RequestWriter, limitBytes: number): Iterable<NewBatch> {
  const overhead = Buffer.byteLength(writer.bodyHead(hotel.hotel)) + writer.bodyTail.length
  const room = limitBytes - CREDENTIALS_BYTES - overhead
  let batch = new OpenBatch()
  for (const { room: roomId, plan, ranges } of hotel.series) {
    const headBytes = Buffer.byteLength(writer.entryHead(roomId, plan))
    for (const range of ranges) {
      const fields = hotel.sets.fieldsOf(range.value)
      const bytes = writer.entryBytes(headBytes, fields)
      if (bytes > room) throw tooSmall(limitBytes, overhead + bytes + CREDENTIALS_BYTES)
      if (batch.bytesWith(bytes) > room) {
        yield batch.close(hotel.hotel, overhead)
        batch = new OpenBatch()
      }
      batch.add(roomId, plan, range, fields, bytes)
    }
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

  /** Bytes of all entries, commas included, with one more. */
  bytesWith(entryBytes: number): number {
    return this.#bytes + entryBytes + (this.isEmpty ? 0 : 1)
  }

  add(room: string, plan: string, { from, until, value, sources }: MergedRange, fields: NightFields, bytes: number): void {
    this.#bytes = this.bytesWith(bytes)
    let series = this.#series.at(-1)
    if (series === undefined || series.room !== room || series.plan !== plan) this.#series.push((series = { room, plan, ranges: [] }))
    let place = this.#places.get(value)
    if (place === undefined) this.#places.set(value, (place = this.#fields.push(fields) - 1))
    series.ranges.push({ from, until, value: place })
    this.#sources.push(linesOfRange(sources, from, until))
    this.#nights += until - from
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

function linesOfRange(sources: readonly Stretch[], from: number, until: number): LineRun[] {
  const [only] = sources
  if (sources.length === 1 && only !== undefined) return linesWithin(only, from, until)
  return packLines(sources.flatMap((source) => linesWithin(source, from, until)))
}

/** Lines of the rows of a stretch that touch [from, until). */
function linesWithin({ from: start, length, count, file, line, step }: Stretch, from: number, until: number): LineRun[] {
  const first = Math.max(0, Math.floor((from - start) / length))
  const end = Math.min(count, Math.ceil((until - start) / length))
  if (first >= end) return []
  return [{ file, line: line + first * step, step: end - first === 1 ? 0 : step, count: end - first }]
}
