import { roomWords, writeReason } from '../../whole-file.js'
import { FailureTold } from '../resnotif/index.js'
import { type Exchange, type Passing, recordUnderWay } from './exchange.js'
import type { ExchangeStore } from './store.js'
import { underWayHere } from './under-way.js'

/** What is answered is read by then, whatever waits before it, milliseconds. */
const READING_MS_MAX = 600_000

/** Keeps what passes. It never fails: a message that cannot be kept is passed on all the same, and why is told. */
export interface Keeper {
  /**
   * Before a message goes to the PMS.
   * @returns its id; undefined where nothing could be written
   */
  begin(message: Passing): Promise<number | undefined>
  /** Before its answer, once more is known of a message that was begun. */
  update(id: number | undefined, message: Passing): Promise<void>
  /**
   * Once there is an answer, or there will be none.
   * @param id of what was begun
   * @param isOpen it is completed once more, when all of it is read
   */
  complete(
    id: number | undefined,
    exchange: Omit<Exchange, 'id'>,
    more?: { isOpen: boolean },
  ): Promise<number | undefined>
}

export interface KeeperOptions {
  folder: string
  /** Longest wait for an answer. */
  timeoutMs: number
  alert: (line: string) => void
}

/** A keeper that writes into a folder, and tells a reason why it cannot once. */
export function createKeeper(store: ExchangeStore, { folder, timeoutMs, alert }: KeeperOptions): Keeper {
  const spoken = new FailureTold(alert)
  const kept = (work: () => Promise<number>): Promise<number | undefined> =>
    spoken
      .watch(
        work,
        (error) =>
          `What passes cannot be kept in ${folder}: ${writeReason(error)}. It is passed on all the same. ${roomWords(error, folder)}`,
      )
      .catch(() => undefined)
  const put = async (id: number, exchange: Omit<Exchange, 'id'>, more?: { isOpen: boolean }): Promise<number> => {
    await store.complete(id, exchange, more)
    return id
  }
  const open = (exchange: Omit<Exchange, 'id'>): Omit<Exchange, 'id'> => ({
    ...exchange,
    beingRead: underWayHere(READING_MS_MAX),
  })
  const begun = (message: Passing): Omit<Exchange, 'id'> => recordUnderWay(message, underWayHere(timeoutMs))
  return {
    begin: (message) => kept(() => store.add(begun(message), { isOpen: true })),
    async update(id, message) {
      if (id !== undefined) await kept(() => put(id, begun(message), { isOpen: true }))
    },
    complete(id, exchange, more) {
      const record = more?.isOpen === true ? open(exchange) : exchange
      return kept(() => (id === undefined ? store.add(record, more) : put(id, record, more)))
    },
  }
}
