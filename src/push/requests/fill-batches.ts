import { type CodedSets, countWeekdays } from '../../calendar/index.js'
import { Fault } from '../../errors.js'
import { BatchPacker, columnsOfCodes, type PackedBatch } from '../../journal/index.js'
import type { MergedHotel } from '../merge/index.js'
import { entriesOf, type Entry, type EntryGroup, type RequestShape } from './entries.js'
import type { RequestWriter } from './request-text.js'

/** Later and earlier than any: whole numbers like all of them, which cost less than infinities. */
const AFTER_ALL = 2 ** 31 - 1
const BEFORE_ALL = -(2 ** 31)

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
  const batch = new OpenBatch(hotel, writer, bounds)
  let window = 0
  for (const group of entriesOf(hotel, bounds)) {
    if (group.window !== window && !batch.isEmpty) yield batch.close()
    window = group.window
    for (let at = batch.fill(group, 0); at < group.entries.length; at = batch.fill(group, at)) yield batch.close()
  }
  if (!batch.isEmpty) yield batch.close()
}

function tooSmall(limitBytes: number, neededBytes: number): Fault {
  return new Fault('USAGE', `The body limit of ${limitBytes} bytes is too small: one entry needs ${neededBytes}.`, {
    next: 'Raise the body limit.',
  })
}

class OpenBatch {
  readonly #hotel: string
  readonly #sets: CodedSets
  readonly #writer: RequestWriter
  readonly #bodyLimit: number
  /** Bytes of a body without entries. */
  readonly #overhead: number
  /** Bytes of all entries, and how many there may be. */
  readonly #room: number
  readonly #most: number
  readonly #packer = new BatchPacker()
  /** Whether what was added has been handed out: it is forgotten before the next entry. */
  #isClosed = false
  /** By number of a set: one more than its place among those of the batch. */
  #places: Int32Array
  #picked: number[] = []
  #bytes = 0
  #nights = 0
  #first = AFTER_ALL
  #until = BEFORE_ALL

  constructor(
    { hotel, sets }: MergedHotel,
    writer: RequestWriter,
    { bodyLimitBytes, entriesPerRequest = Infinity }: RequestBounds,
  ) {
    this.#hotel = hotel
    this.#sets = sets
    this.#writer = writer
    this.#bodyLimit = bodyLimitBytes
    this.#overhead = Buffer.byteLength(writer.bodyHead(hotel)) + writer.bodyTail.length
    this.#room = bodyLimitBytes - CREDENTIALS_BYTES - this.#overhead
    this.#most = entriesPerRequest
    this.#places = new Int32Array(sets.size)
  }

  get isEmpty(): boolean {
    return this.#isClosed || this.#packer.entries === 0
  }

  /** Adds entries of a group from this one on, as many as there is room for; returns the place of the first that is left. */
  fill(group: EntryGroup, first: number): number {
    if (this.#isClosed) this.#clear()
    const { room, plan, days, entries } = group
    const measure = this.#writer.entryMeasure(room, plan, days)
    const packer = this.#packer
    packer.begin(room, plan, days)
    for (let at = first; at < entries.length; at += 1) {
      const { from, until, value } = entries[at] as Entry
      const own = this.#writer.entryBytes(measure, this.#sets, value)
      if (own > this.#room) throw tooSmall(this.#bodyLimit, this.#overhead + own + CREDENTIALS_BYTES)
      // All entries but the first have a comma before them.
      const bytes = packer.entries === 0 ? own : this.#bytes + own + 1
      if (packer.entries > 0 && (bytes > this.#room || packer.entries >= this.#most)) return at
      this.#bytes = bytes
      if (this.#places[value] === 0) this.#places[value] = this.#picked.push(value)
      packer.add(from, until, (this.#places[value] as number) - 1)
      group.addLines(at, packer)
      this.#nights += days === undefined ? until - from : countWeekdays(from, until, days)
      if (from < this.#first) this.#first = from
      if (until > this.#until) this.#until = until
    }
    return entries.length
  }

  close(): FilledBatch {
    this.#isClosed = true
    const counts = {
      hotel: this.#hotel,
      entries: this.#packer.entries,
      nights: this.#nights,
      bytes: this.#bytes + this.#overhead,
      firstNight: this.#first,
      lastNight: this.#until - 1,
    }
    return { ...counts, pack: () => ({ ...counts, ...this.#packer.pack(columnsOfCodes(this.#sets, this.#picked)) }) }
  }

  /** Begins the next. */
  #clear(): void {
    this.#isClosed = false
    this.#packer.clear()
    for (const value of this.#picked) this.#places[value] = 0
    this.#picked = []
    this.#bytes = 0
    this.#nights = 0
    this.#first = AFTER_ALL
    this.#until = BEFORE_ALL
  }
}
