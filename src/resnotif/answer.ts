import { ALREADY_EXISTS, describeErrorCode, describeErrorType, isRetryable } from './error-codes.js'
import { findNode } from './read.js'
import { readXml } from './read-xml.js'
import { childOf, childrenOf, valueOf, walkNodes, type XmlNode } from './xml-node.js'

/** An Error or Warning of the PMS. */
export interface PmsProblem {
  kind: 'error' | 'warning'
  type?: string
  code?: string
  status?: string
  /** The PMS's own words. */
  text?: string
  /** Type and code in our words. */
  words: string
}

export interface PmsAnswer {
  /** `partial`: Success, but a warning says that something was not processed. */
  state: 'delivered' | 'partial' | 'failed'
  problems: PmsProblem[]
  /** Ids the PMS gave: ResID_Value of its HotelReservationIDs. */
  reservationIds: string[]
  /** Sending the same message again later may help. */
  isRetryable: boolean
  /** The PMS has the reservation from an earlier attempt (code 127). */
  isAlreadyDelivered: boolean
  /** One sentence. */
  summary: string
}

/**
 * Reads what a PMS answered to a notification, SOAP-wrapped or not. Delivered: 2xx with Success and nothing left undone. Failed: Errors, a SOAP fault, no
 * Success, not XML, another status. Retryable: the codes of the wire defaults, type 5, HTTP 5xx, 408 and 429.
 *
 * @param status HTTP status; undefined is taken as 200. No answer at all is the caller's to tell: it is failed and retryable.
 * Wire defaults, "The reservation notification".
 */
export function readAnswer(body: string, status = 200): PmsAnswer {
  const isWorthIt = status >= 500 || status === 408 || status === 429
  const { root, broken } = readXml(body)
  const response = root === undefined ? undefined : findNode(root, (node) => node.name === 'OTA_HotelResNotifRS' || node.name === 'OTA_ErrorRS')
  const fault = root === undefined ? undefined : findNode(root, (node) => node.name === 'Fault')
  const failed = (summary: string, problems: PmsProblem[] = []): PmsAnswer => ({ state: 'failed', problems, reservationIds: [], isRetryable: isWorthIt || problems.some(isRetryable), isAlreadyDelivered: false, summary })
  if (response === undefined) {
    if (fault !== undefined) return failed(`The PMS answered a SOAP fault: ${faultText(fault)}.`)
    if (status < 200 || status > 299) return failed(`The PMS answered HTTP ${status}.`)
    return failed(broken === undefined ? `The PMS answered ${root?.name ?? 'nothing'}, not OTA_HotelResNotifRS.` : 'The PMS answered something that is not XML.')
  }
  const errors = problemsOf(response, 'Errors', 'Error')
  const warnings = problemsOf(response, 'Warnings', 'Warning')
  const reservationIds = [...walkNodes(response)].flatMap((node) => (node.name === 'HotelReservationID' ? (valueOf(node, 'ResID_Value') ?? []) : []))
  if (errors.length > 0) {
    const isAlreadyDelivered = errors.every(({ code }) => code === ALREADY_EXISTS)
    const summary = isAlreadyDelivered ? 'The PMS has this reservation already.' : `The PMS refused the message: ${errors.map(({ words }) => words).join('; ')}.`
    return { ...failed(summary, [...errors, ...warnings]), isRetryable: !isAlreadyDelivered && (isWorthIt || errors.every(isRetryable)), isAlreadyDelivered, reservationIds }
  }
  if (broken !== undefined) return failed('The answer of the PMS breaks off.', warnings)
  if (status < 200 || status > 299) return failed(`The PMS answered HTTP ${status}.`, warnings)
  if (childOf(response, 'Success') === undefined) return failed('The PMS answered neither Success nor Errors.', warnings)
  const undone = warnings.filter((warning) => warning.status === 'NotProcessed')
  if (undone.length > 0) {
    return { state: 'partial', problems: warnings, reservationIds, isRetryable: undone.every(isRetryable), isAlreadyDelivered: false, summary: `The PMS took the message but did not process all of it: ${undone.map(({ words }) => words).join('; ')}.` }
  }
  const notes = warnings.length > 0 ? `, with ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}` : ''
  return { state: 'delivered', problems: warnings, reservationIds, isRetryable: false, isAlreadyDelivered: false, summary: `The PMS took the reservation${notes}.` }
}

function problemsOf(response: XmlNode, holder: string, name: 'Error' | 'Warning'): PmsProblem[] {
  return childrenOf(childOf(response, holder), name).map((node) => {
    const [type, code] = [valueOf(node, 'Type'), valueOf(node, 'Code')]
    const text = [valueOf(node, 'ShortText'), node.text.trim()].find((part) => part !== undefined && part !== '')
    const meant = [code === undefined ? undefined : describeErrorCode(code), type === undefined ? undefined : describeErrorType(type), text].find((part) => part !== undefined)
    const words = `${meant ?? 'no reason given'}${code === undefined ? '' : ` (code ${code})`}`
    return { kind: name === 'Error' ? ('error' as const) : ('warning' as const), type, code, status: valueOf(node, 'Status'), text, words }
  })
}

function faultText(fault: XmlNode): string {
  const text = findNode(fault, ({ name }) => name === 'faultstring' || name === 'Text')?.text.trim()
  return text === undefined || text === '' ? 'without a reason' : text.replace(/\.$/, '').slice(0, 300)
}
