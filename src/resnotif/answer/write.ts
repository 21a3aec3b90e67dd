import { type Envelope, openEnvelope } from '../build/index.js'
import { OTA_NAMESPACE, XmlBuilder } from '../xml/index.js'

/** An Error or Warning of an answer. Lists EWT (`type`) and ERR (`code`) of OpenTravel. */
export interface AnswerProblem {
  type: string
  code?: string
  /** Cut to the schema's 64 characters. */
  shortText: string
  text?: string
  /** Only `NotProcessed` is of weight: the PMS left something undone. */
  status?: string
  /** Path of the node. */
  tag?: string
}

interface AnswerParts {
  /** As the message came. */
  envelope: Envelope
  echoToken?: string
  version?: string
  /** Default: now, UTC. */
  timeStamp?: string
  /** With errors nothing was taken. */
  errors?: readonly AnswerProblem[]
  warnings?: readonly AnswerProblem[]
  /** What the PMS gives back as ids of what it took. */
  reservationIds?: readonly { type: string; value: string }[]
}

/** `OTA_HotelResNotifRS` as a PMS writes it. Values that XML cannot carry lose what it forbids. Wire defaults, "The reservation notification". */
export function writeAnswer({
  envelope,
  echoToken,
  version,
  timeStamp,
  errors = [],
  warnings = [],
  reservationIds = [],
}: AnswerParts): string {
  const document = XmlBuilder.document()
  const root = openEnvelope(document, envelope, undefined).ele(OTA_NAMESPACE, 'OTA_HotelResNotifRS')
  addAttributes(root, {
    EchoToken: echoToken,
    TimeStamp: timeStamp ?? new Date().toISOString(),
    Version: version ?? '5.000',
  })
  if (errors.length > 0) {
    addProblems(root.ele('Errors'), 'Error', errors)
    return document.end({ prettyPrint: true })
  }
  root.ele('Success')
  if (warnings.length > 0) addProblems(root.ele('Warnings'), 'Warning', warnings)
  if (reservationIds.length > 0) {
    const reservation = root.ele('HotelReservations').ele('HotelReservation')
    const [first] = reservationIds
    addAttributes(reservation.ele('UniqueID'), { Type: first?.type, ID: first?.value })
    const ids = reservation.ele('ResGlobalInfo').ele('HotelReservationIDs')
    for (const { type, value } of reservationIds)
      addAttributes(ids.ele('HotelReservationID'), { ResID_Type: type, ResID_Value: value })
  }
  return document.end({ prettyPrint: true })
}

/** A fault of the envelope, for what is no notification at all. */
export function writeSoapFault(envelope: 'soap11' | 'soap12', reason: string): string {
  const document = XmlBuilder.document()
  const fault = openEnvelope(document, envelope, undefined).ele('soap:Fault')
  if (envelope === 'soap11') {
    fault.ele('faultcode').txt('soap:Client').up().ele('faultstring').txt(clean(reason))
  } else {
    fault.ele('soap:Code').ele('soap:Value').txt('soap:Sender')
    fault.ele('soap:Reason').ele('soap:Text').att('xml:lang', 'en').txt(clean(reason))
  }
  return document.end({ prettyPrint: true })
}

function addProblems(parent: XmlBuilder, name: string, problems: readonly AnswerProblem[]): void {
  for (const { type, code, shortText, text, status, tag } of problems) {
    const node = parent.ele(name)
    addAttributes(node, {
      Type: type,
      Code: code,
      ShortText: Array.from(clean(shortText)).slice(0, 64).join(''),
      Status: status,
      Tag: tag,
    })
    if (text !== undefined) node.txt(clean(text))
  }
}

function addAttributes(node: XmlBuilder, attributes: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.att(name, clean(value))
}

/** Neither control characters nor halves of a pair: an answer must be readable whatever came in. */
function clean(text: string): string {
  return text.replaceAll(/[^\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ' ')
}
