import { type CodedSets, countWeekdays } from '../../calendar/index.js'
import { Fault } from '../../errors.js'
import { BatchPacker, columnsOfCodes, type PackedBatch } from '../../journal/index.js'
import type { MergedHotel } from '../merge/index.js'
import { entriesOf, type Entry, type RequestShape } from './entries.js'
import type { EntryMeasure, RequestWriter } from './request-text.js'

/** Room in a body for the credentials object that the client adds. */
export const CREDENTIALS_BYTES = 1024

/** What a request may hold. */
export interface RequestBounds extends RequestShape {
  /** Bytes of a whole body, credentials included. */
  bodyLimitBytes: number
  entriesPerRequest?: number | undefined
}

/** A request that has been filled. `pack` it before the next one is asked for. */
export interface FilledBatch extends Pick<
  PackedBatch,
  'hotel' | 'entries' | 'nights' | 'bytes' | 'firstNight' | 'lastNight'
> {
  pack(): PackedBatch
}

/**
 * Fills requests with the entries of a hotel, in sending order, each as full as the limits allow.
 * @throws Fault USAGE when not even one entry fits
 */
export function* fillBatches(hotel: MergedHotel, writer: RequestWriter, bounds: RequestBounds): Iterable<FilledBatch> {
  const overhead = Buffer.byteLength(writer.bodyHead(hotel.hotel)) + writer.bodyTail.length
  const room = bounds.bodyLimitBytes - CREDENTIALS_BYTES - overhead
  const most = bounds.entriesPerRequest ?? Infinity
  const batch = new OpenBatch(hotel)
  let window = 0
  let head: (Pick<Entry, 'room' | 'plan' | 'days'> & { measure: EntryMeasure }) | undefined
  for (const entry of entriesOf(hotel, bounds)) {
    if (head === undefined || head.room !== entry.room || head.plan !== entry.plan || head.days !== entry.days) {
      head = {
        room: entry.room,
        plan: entry.plan,
        ...(entry.days === undefined ? {} : { days: entry.days }),
        measure: writer.entryMeasure(entry.room, entry.plan, entry.days),
      }
    }
    const bytes = writer.entryBytes(head.measure, hotel.sets, entry.value)
    if (bytes > room) throw tooSmall(bounds.bodyLimitBytes, overhead + bytes + CREDENTIALS_BYTES)
    if (!batch.isEmpty && (batch.bytesWith(bytes) > room || batch.size >= most || entry.window !== window)) {
      yield batch.close(overhead)
      batch.clear()
    }
    window = entry.window
    batch.add(entry, bytes)
  }
  if (!batch.isEmpty) yield batch.close(overhead)
}

function tooSmall(limitBytes: number, neededBytes: number): Fault {
  return new Fault('USAGE', `The body limit of ${limitBytes} bytes is too small: one entry needs ${neededBytes}.`, {
    next: 'Raise the body limit.',
  })
}

class OpenBatch {
  readonly #hotel: string
  readonly #sets: CodedSets
  readonly #packer = new BatchPacker()
  /** By number of a set: one more than its place among those of the batch. */
  #places = new Int32Array(0)
  #picked: number[] = []
  #bytes = 0
  #nights = 0
  #first = Infinity
  #last = -Infinity

  constructor({ hotel, sets }: MergedHotel) {
    this.#hotel = hotel
    this.#sets = sets
  }

  get isEmpty(): boolean {
    return this.#packer.entries === 0
  }

  get size(): number {
    return this.#packer.entries
  }

  /** Bytes of all entries, commas included, with one more. */
  bytesWith(entryBytes: number): number {
    return this.#bytes + entryBytes + (this.isEmpty ? 0 : 1)
  }

  add(entry: Entry, bytes: number): void {
    const { from, until, days, value, lines } = entry
    this.#bytes = this.bytesWith(bytes)
    if (value >= this.#places.length) {
      const larger = new Int32Array(2 * this.#sets.size)
      larger.set(this.#places)
      this.#places = larger
    }
    if (this.#places[value] === 0) this.#places[value] = this.#picked.push(value)
    this.#packer.add(entry, { from, until, value: (this.#places[value] as number) - 1 }, lines)
    this.#nights += days === undefined ? until - from : countWeekdays(from, until, days)
    this.#first = Math.min(this.#first, from)
    this.#last = Math.max(this.#last, until - 1)
  }

  close(overhead: number): FilledBatch {
    const counts = {
      hotel: this.#hotel,
      entries: this.size,
      nights: this.#nights,
      bytes: this.#bytes + overhead,
      firstNight: this.#first,
      lastNight: this.#last,
    }
    return { ...counts, pack: () => ({ ...counts, ...this.#packer.pack(columnsOfCodes(this.#sets, this.#picked)) }) }
  }

  /** Begins the next. */
  clear(): void {
    this.#packer.clear()
    for (const value of this.#picked) this.#places[value] = 0
    this.#picked = []
    this.#bytes = 0
    this.#nights = 0
    this.#first = Infinity
    this.#last = -Infinity
  }
}
