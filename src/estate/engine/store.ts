/** A value of a field, as it is kept; undefined where there is none. */
export type Kept = Buffer | undefined

/** Fields of one key. */
export type Fields = Map<string, Buffer>

/** What is changed, all of it or nothing. */
export interface Change {
  /** Holds only while each of these fields is as it was read; undefined: while it is not there. */
  when?: readonly { key: string; field: string; is: string | Buffer | undefined }[]
  /** Fields that are set, or removed where undefined. */
  set?: readonly { key: string; field: string; value: string | Buffer | undefined }[]
  /** Counters that grow or shrink. */
  add?: readonly { key: string; field: string; by: number }[]
}

/**
 * Where an estate keeps what is not the queue's own: keys with fields, changed several at a time or not at all. This is all that an engine has to offer beside
 * its queue.
 */
export interface EstateStore {
  /** Epoch milliseconds by the engine's clock: those of hosts differ. */
  now(): Promise<number>
  /** All fields of a key. */
  read(key: string): Promise<Fields>
  /** The same of many keys, in their order. */
  readAll(keys: readonly string[]): Promise<Fields[]>
  /** One field. */
  field(key: string, field: string): Promise<Kept>
  /** The counters as they stand afterwards; undefined where a condition did not hold and nothing was changed. */
  change(change: Change): Promise<number[] | undefined>
  /** Removes keys with all that is in them. */
  forget(keys: readonly string[]): Promise<void>
  close(): Promise<void>
}
