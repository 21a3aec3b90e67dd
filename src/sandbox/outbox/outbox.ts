import { Fault } from '../../errors.js'
import {
  endOf,
  type OutboxAttempt,
  type OutboxEnd,
  type OutboxMessage,
  type OutboxState,
  type Store,
} from '../store/index.js'
import { keepPmsAddress, type PmsAddress, readPmsAddress } from './pms-address.js'
import type { OutboxSender } from './sender.js'

/** Beyond the longest attempt, milliseconds: until somebody has looked whether it is over. */
const RESEND_MARGIN_MS = 3_000

/** A message that was to be sent again, as it stands afterwards. */
export type Resent = OutboxMessage & {
  /** Nothing was sent: an attempt that another process had begun before claims it. */
  isClaimed: boolean
  /** The PMS was asked again and refused, although nothing is left to tell of a booking that was cancelled. */
  isRefused: boolean
}

/** A message of the outbox, and its ledger. */
export interface OutboxEntry {
  message: OutboxMessage
  attempts: OutboxAttempt[]
  /** Until when it is tried again, or was to be, epoch milliseconds; absent where it was not tried yet, and where it waits without end. */
  deadline?: number
  /** Of one that waits: how long it is tried from its first attempt on; absent where no address is known. */
  retryForMs?: number
  /** Why it is tried no more. */
  end?: OutboxEnd
  /** The earlier message of the same reservation that has to be through first, or of which it has to be known whether the PMS took it. */
  heldBackBy?: number
  /** It waits for something else than a time. */
  isHeld: boolean
}

const unknownMessage = (id: number): Fault =>
  new Fault('NOT_FOUND', `There is no message ${id} in the outbox.`, { next: 'Run "hubswitch sandbox outbox list".' })

/** The outbox as an administrator sees it. */
export class Outbox {
  readonly #store: Store
  readonly #sender: OutboxSender | undefined

  constructor(store: Store, sender: OutboxSender | undefined) {
    this.#store = store
    this.#sender = sender
  }

  /** Oldest first. */
  list(state?: OutboxState): OutboxMessage[] {
    return this.#store.outbox.list(state)
  }

  /**
   * A message with everything that was tried with it.
   * @throws Fault NOT_FOUND
   */
  entry(id: number): OutboxEntry {
    const message = this.#store.outbox.byId(id)
    if (message === undefined) throw unknownMessage(id)
    const heldBackBy = this.#store.outbox.heldBackBy(message)
    const end = endOf(message)
    // Without an address nothing is sent, and none of its time runs; with a new one it begins anew.
    const retryForMs =
      message.state === 'waiting' && this.address !== undefined
        ? this.#sender?.scheduleOf(this.address).retryForMs
        : undefined
    const deadline =
      retryForMs === undefined || message.seriesAt === null || message.undecided !== null
        ? (end?.deadline ?? undefined)
        : message.seriesAt + retryForMs
    return {
      message,
      attempts: this.#store.outbox.attemptsOf(id),
      ...(deadline === undefined ? {} : { deadline }),
      ...(retryForMs === undefined ? {} : { retryForMs }),
      ...(end === undefined ? {} : { end }),
      ...(heldBackBy === undefined ? {} : { heldBackBy }),
      isHeld: this.isHeld(message),
    }
  }

  /** Whether a message waits for something else than a time: another message of its reservation, or an address. */
  isHeld(message: OutboxMessage): boolean {
    return (
      message.state === 'waiting' &&
      (this.address === undefined || this.#store.outbox.heldBackBy(message) !== undefined)
    )
  }

  /** Those that wait behind an attempt that has begun and has no end: it is under way, or nobody here can tell whether its process lives. Nobody else sends them before its claim is over. */
  claimed(): OutboxMessage[] {
    const now = Date.now()
    this.#store.outbox.endDeadClaims(now)
    return this.list('waiting').filter(({ leaseHolder, leaseUntil }) => leaseHolder !== null && leaseUntil > now)
  }

  /** Where notifications go; undefined where nobody has said so. */
  get address(): PmsAddress | undefined {
    return readPmsAddress(this.#store)
  }

  /**
   * Keeps where notifications go; undefined forgets it. What waits is sent at once, also what waits for its next attempt; what `claimed` names, once that is over.
   * @throws Fault USAGE for an address that cannot be used
   */
  setAddress(address: PmsAddress | undefined): void {
    keepPmsAddress(this.#store, address)
    if (address !== undefined) this.#store.outbox.restartWaiting(Date.now())
    this.wake()
  }

  /**
   * Sends messages again, as a new series of attempts, and waits for the first attempt of each. Later messages of the same reservations go again as well.
   * @param ids `failed` stands for all dead letters; `open` for these, for those that the PMS took in part, and for messages of which it is not known whether it took them
   * @returns what was sent, as it stands afterwards
   * @throws Fault NOT_FOUND for an id that is none, USAGE where no address is known, NO_CREDENTIALS where the PMS wants some and none are known
   */
  async resend(ids: readonly number[] | 'failed' | 'open'): Promise<Resent[]> {
    const { outbox } = this.#store
    const wanted = this.#wanted(ids)
    if (wanted.length === 0) return []
    if ((await this.#sender?.target()) === undefined)
      throw new Fault('NO_CREDENTIALS', 'The PMS wants a user and a password, and none are known.', {
        next: 'Give them in the environment.',
      })
    const before = this.#restart(wanted, typeof ids !== 'string')
    this.wake()
    // An attempt of another process is waited for first: ours begins when its claim is over.
    const now = Date.now()
    await Promise.all(
      before.map(({ id, attempts, leaseUntil }) =>
        this.#sender?.settled(
          id,
          attempts,
          Math.max(0, leaseUntil - now) + this.#sender.attemptMsMax + RESEND_MARGIN_MS,
        ),
      ),
    )
    return before.map(({ id, attempts }) => {
      const message = outbox.byId(id) as OutboxMessage
      const end = endOf(message)
      return {
        ...message,
        isClaimed: message.leaseHolder !== null && message.attempts === attempts,
        isRefused: end?.why === 'untold' && end.before === 'failed' && message.attempts > attempts,
      }
    })
  }

  /**
   * Begins the new series of attempts without sending anything: in a copy of the data, it shows what `resend` would send.
   * @throws Fault NOT_FOUND for an id that is none, USAGE where no address is known
   */
  queueAgain(ids: readonly number[] | 'failed' | 'open'): OutboxMessage[] {
    const wanted = this.#wanted(ids)
    return wanted.length === 0 ? [] : this.#restart(wanted, typeof ids !== 'string')
  }

  #wanted(ids: readonly number[] | 'failed' | 'open'): readonly number[] {
    const { outbox } = this.#store
    const wanted =
      typeof ids !== 'string'
        ? ids
        : [...outbox.list('failed'), ...(ids === 'open' ? [...outbox.list('partial'), ...outbox.list('unknown')] : [])]
            .map(({ id }) => id)
            .sort((a, b) => a - b)
    const unknown = wanted.find((id) => outbox.byId(id) === undefined)
    if (unknown !== undefined) throw unknownMessage(unknown)
    if (wanted.length > 0 && this.address === undefined)
      throw new Fault('USAGE', 'No PMS address is known.', {
        next: 'Set one with "hubswitch sandbox outbox address URL".',
      })
    return wanted
  }

  #restart(wanted: readonly number[], isNamed: boolean): OutboxMessage[] {
    const { outbox } = this.#store
    return outbox.resend(wanted, Date.now(), isNamed).map((id) => outbox.byId(id) as OutboxMessage)
  }

  /** Sets a message on its way; resolves when it has had its first attempt, or after `waitMs`. */
  async dispatch(id: number, waitMs: number): Promise<void> {
    this.wake()
    if (waitMs > 0) await this.#sender?.settled(id, 0, waitMs)
  }

  wake(): void {
    this.#sender?.wake()
  }

  /** Resolves when what was due at the start has had its attempt, so that what is read then is what holds; within some seconds in any case. */
  async caughtUp(): Promise<void> {
    await this.#sender?.caughtUp()
  }

  async close(): Promise<void> {
    await this.#sender?.close()
  }
}
