import { createHash } from 'node:crypto'
import type { XmlBuilder } from '../xml/index.js'
import type { Booking } from './booking.js'
import { attributeText } from './characters.js'
import { addElement } from './element.js'

/** What stands at the head of a message, as far as the caller says it. */
export interface HeadOptions {
  /** What the answer must repeat. Default: made from the message, so that another message has another one and a repetition the same. At most 128 characters. */
  echoToken?: string
  /** Relates all messages about one booking. Default: the booking id, or the channel's, where it has at most 32 characters. */
  transactionId?: string
  /** The same message was sent before. Default false. */
  isRetransmission?: boolean
  /** Who sends, in POS. Default: the distributor code or id of the reservation, else `HUBSWITCH`. */
  requestorId?: string
  /** Default: now, UTC. */
  timeStamp?: string
  /** Default `5.000`. */
  version?: string
  /** Default `Production`. */
  target?: 'Production' | 'Test'
  /** What the PMS is to do. Default `Commit`. */
  resStatus?: 'Commit' | 'Modify' | 'Cancel'
}

/** OpenTravel list UIT: 13, an internet broker. */
export const BROKER = '13'
/** The schemas' length of TransactionIdentifier. */
const TRANSACTION_MAX = 32

/** Attributes of the message, and who sends it. */
export function addHead(root: XmlBuilder, booking: Booking, id: string, options: HeadOptions): void {
  const resStatus = options.resStatus ?? 'Commit'
  const transactionId = options.transactionId ?? (id.length <= TRANSACTION_MAX ? id : undefined)
  const head = {
    EchoToken: options.echoToken ?? echoTokenOf(booking, id, resStatus, options.timeStamp),
    TimeStamp: options.timeStamp ?? new Date().toISOString(),
    Target: options.target ?? 'Production',
    Version: options.version ?? '5.000',
    TransactionIdentifier: transactionId,
    RetransmissionIndicator: options.isRetransmission === true ? 'true' : undefined,
    ResStatus: resStatus,
  }
  for (const [name, value] of Object.entries(head)) if (value !== undefined) root.att(name, attributeText(name, value))
  addElement(root.ele('POS').ele('Source'), 'RequestorID', {
    Type: BROKER,
    ID: options.requestorId ?? booking.distributor ?? 'HUBSWITCH',
  })
}

/** Another message, another token; the same message, the same token. A time stamp that was given is part of the message. */
function echoTokenOf(booking: Booking, id: string, resStatus: string, timeStamp: string | undefined): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([booking, resStatus, timeStamp ?? null]))
    .digest('hex')
    .slice(0, 12)
  return `${Array.from(id).slice(0, 64).join('')}-${resStatus.toLowerCase()}-${digest}`
}
