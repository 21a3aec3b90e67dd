import { randomUUID } from 'node:crypto'
import { Fault } from '../../errors.js'
import type { BuildOptions, Envelope, ReservationSource, UsernameToken } from '../../resnotif/index.js'
import type { NotificationKind, Store, StoredReservation } from '../store/index.js'

type Build = (reservation: ReservationSource, options: BuildOptions) => string

/** What a message is made of: enough to make the same one again, with an envelope around it. Nothing of a card. */
interface MessageSource {
  reservation: ReservationSource
  options: Pick<BuildOptions, 'timeStamp' | 'resStatus' | 'echoToken'>
}

const RES_STATUS = { commit: 'Commit', modify: 'Modify', cancel: 'Cancel' } as const satisfies Record<
  NotificationKind,
  BuildOptions['resStatus']
>

/** Puts notifications into the outbox. Loaded before a transaction begins, because a transaction does not wait. */
export class Notifier {
  readonly #build: Build

  constructor(build: Build) {
    this.#build = build
  }

  static async load(): Promise<Notifier> {
    return new Notifier((await import('../../resnotif/build/build.js')).buildNotification)
  }

  /**
   * Notes what the PMS is to hear of a reservation, in the transaction that changes it. A reservation that no message can be made of (a name with a
   * character that XML forbids) becomes a dead letter: it is binding all the same.
   * @param stamp epoch milliseconds of the sandbox's clock, for the message
   * @returns id in the outbox
   */
  notify(store: Store, reservation: StoredReservation, kind: NotificationKind, stamp: number): number {
    const source: MessageSource = {
      reservation: sourceOf(reservation),
      options: { timeStamp: new Date(stamp).toISOString(), resStatus: RES_STATUS[kind], echoToken: randomUUID() },
    }
    const { message, failure } = this.#compose(source)
    return store.outbox.add({
      reservationId: reservation.id,
      kind,
      message,
      source: JSON.stringify(source),
      failure,
      at: Date.now(),
    })
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

function sourceOf({
  id,
  propertyId,
  state,
  record: { payment, rooms, ...record },
}: StoredReservation): ReservationSource {
  return {
    bookingId: String(id),
    status: state,
    propertyId,
    ...record,
    rooms: rooms.map((line) => ({ ...line })),
    ...(payment?.method === undefined ? {} : { payment: { method: payment.method } }),
  }
}

/** What one sending of a message says of itself. */
export interface Dispatch {
  /** Instead of what the message was noted as. */
  resStatus?: 'Commit' | 'Modify'
  /** Whether the message was sent before with this ResStatus: what was sent as another one is no repetition. */
  isRepeated: (resStatus: string) => boolean
}

/** The text of one sending, and what its answer is held against. */
export interface SentNotification {
  text: string
  resStatus: string
  echoToken: string
}

/**
 * The text that goes out: the message as it was noted, in the envelope that the PMS wants. A repetition is the same message with the same EchoToken; a message that goes
 * out as another kind than it was noted as has a token of its own.
 * @throws Fault INVALID_INPUT where no message can be made of the reservation
 */
export async function wrapNotification(
  { message, source }: { message: string; source: string },
  envelope: Envelope,
  { resStatus: wanted, isRepeated: wasSentAs }: Dispatch,
  security?: UsernameToken,
): Promise<SentNotification> {
  const { reservation, options } = JSON.parse(source) as MessageSource
  const resStatus = wanted ?? options.resStatus ?? 'Commit'
  const isRepeated = wasSentAs(resStatus)
  const noted =
    options.echoToken ??
    `${String((reservation as { bookingId?: unknown }).bookingId ?? '')}-${options.timeStamp ?? ''}`
  const echoToken = resStatus === options.resStatus ? noted : `${noted}-${resStatus.toLowerCase()}`
  if (envelope === 'none' && message !== '' && !isRepeated && echoToken === options.echoToken)
    return { text: message, resStatus, echoToken }
  const { buildNotification } = await import('../../resnotif/build/build.js')
  return {
    text: buildNotification(reservation, {
      ...options,
      resStatus,
      echoToken,
      isRetransmission: isRepeated,
      envelope,
      ...(security === undefined ? {} : { security }),
    }),
    resStatus,
    echoToken,
  }
}
