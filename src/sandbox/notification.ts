import { Fault } from '../errors.js'
import type { BuildOptions, Envelope, ReservationSource, UsernameToken } from '../resnotif/index.js'
import type { NotificationKind } from './outbox-store.js'
import type { StoredReservation } from './reservation-store.js'
import type { Store } from './store.js'

type Build = (reservation: ReservationSource, options: BuildOptions) => string

/** What a message is made of: enough to make the same one again, with an envelope around it. Nothing of a card. */
interface MessageSource {
  reservation: ReservationSource
  options: Pick<BuildOptions, 'timeStamp' | 'resStatus'>
}

const RES_STATUS = { commit: 'Commit', modify: 'Modify', cancel: 'Cancel' } as const satisfies Record<NotificationKind, BuildOptions['resStatus']>

/** Puts notifications into the outbox. Loaded before a transaction begins, because a transaction does not wait. */
export class Notifier {
  readonly #build: Build

  constructor(build: Build) {
    this.#build = build
  }

  static async load(): Promise<Notifier> {
    return new Notifier((await import('../resnotif/build.js')).buildNotification)
  }

  /**
   * Notes what the PMS is to hear of a reservation, in the transaction that changes it. A reservation that no message can be made of (a name with a
   * character that XML forbids) becomes a dead letter: it is binding all the same.
   * @param stamp epoch milliseconds of the sandbox's clock, for the message
   * @returns id in the outbox
   */
  notify(store: Store, reservation: StoredReservation, kind: NotificationKind, stamp: number): number {
    const source: MessageSource = { reservation: sourceOf(reservation), options: { timeStamp: new Date(stamp).toISOString(), resStatus: RES_STATUS[kind] } }
    const { message, failure } = this.#compose(source)
    return store.outbox.add({ reservationId: reservation.id, kind, message, source: JSON.stringify(source), failure, at: Date.now() })
  }

  #compose({ reservation, options }: MessageSource): { message: string; failure?: string } {
    try {
      return { message: this.#build(reservation, options) }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { message: '', failure: `No notification can be made of it: ${error.message}` }
    }
  }
}

function sourceOf({ id, propertyId, state, record: { payment, rooms, ...record } }: StoredReservation): ReservationSource {
  return { bookingId: String(id), status: state, propertyId, ...record, rooms: rooms.map((line) => ({ ...line })), ...(payment?.method === undefined ? {} : { payment: { method: payment.method } }) }
}

/**
 * The text that goes out: the message as it was noted, in the envelope that the PMS wants.
 * @throws Fault INVALID_INPUT where no message can be made of the reservation
 */
export async function wrapNotification({ message, source }: { message: string; source: string }, envelope: Envelope, security?: UsernameToken): Promise<string> {
  if (envelope === 'none' && message !== '') return message
  const { buildNotification } = await import('../resnotif/build.js')
  const { reservation, options } = JSON.parse(source) as MessageSource
  return buildNotification(reservation, { ...options, envelope, ...(security === undefined ? {} : { security }) })
}
