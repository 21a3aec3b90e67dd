import { childOf, descend, walkNodes, type XmlNode } from '../xml/index.js'
import { ALREADY_EXISTS, describeErrorCode, describeErrorType } from './error-codes.js'

/** An Error or Warning of the PMS. */
export interface PmsProblem {
  kind: 'error' | 'warning'
  type?: string
  code?: string
  status?: string
  /** The PMS's own words: ShortText and the text of the element, where both stand and differ. */
  text?: string
  /** What of the message it is about, as the PMS names it. */
  tag?: string
  recordId?: string
  /** Type and code in our words. */
  words: string
}

/** A label as it is compared: however it is written, with blanks, in whatever capitals. */
export const normal = (label: string): string => label.replaceAll(/[^A-Za-z]/g, '').toLowerCase()

/** Longest text of one problem that is kept. */
const TEXT_MAX = 1_000

/** Every Error or Warning of the answer, wherever it stands and however it is spelled. A holder that is empty is a problem without a reason. */
export function problemsOf(response: XmlNode, kind: PmsProblem['kind']): PmsProblem[] {
  const nodes = [...walkNodes(response)]
  const found = nodes.filter(({ name }) => name.toLowerCase() === kind)
  const isEmpty = kind === 'error' && found.length === 0
  return (isEmpty ? nodes.filter(({ name }) => name.toLowerCase() === 'errors') : found).map((node) => {
    const told = (name: string): string | undefined =>
      filled(node.attributes.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value)
    const [type, code] = [told('Type'), told('Code')]
    const text = joined([told('ShortText'), node.text])
    const isUndone = normal(told('Status') ?? '') === 'notprocessed'
    const place = kind === 'error' || isUndone ? 'error' : 'warning'
    const meant = [
      code === undefined ? undefined : describeErrorCode(code, place),
      type === undefined ? undefined : describeErrorType(type, place),
      text,
    ].find((part) => part !== undefined)
    const words = `${meant ?? 'no reason given'}${code === undefined ? '' : ` (code ${code})`}`
    return {
      kind,
      type,
      code,
      status: told('Status'),
      text,
      tag: told('Tag') ?? told('NodeList'),
      recordId: told('RecordID'),
      words,
    }
  })
}

/** Both texts where the second says more than the first. */
function joined(parts: readonly (string | undefined)[]): string | undefined {
  const told = parts.flatMap((part) => filled(part) ?? [])
  const different = told.filter(
    (part, at) => !told.some((other, i) => i !== at && other.includes(part) && (other.length > part.length || i < at)),
  )
  return different.length === 0 ? undefined : different.join(': ')
}

function filled(text: string | undefined): string | undefined {
  const trimmed = text?.slice(0, TEXT_MAX).trim()
  return trimmed === undefined || trimmed === '' ? undefined : trimmed
}

/** A SOAP fault: whose fault it is, and the words it comes with. */
interface SoapFault {
  /** `sender`: the message or its sign-in; `receiver`: the PMS itself, so that the message may be taken later. */
  blames: 'sender' | 'receiver' | 'nobody'
  isSignIn: boolean
  /** It says, by code or in words, that the reservation exists already. */
  saysExists: boolean
  text: string
}

export function readFault(fault: XmlNode): SoapFault {
  const codes = [
    childOf(fault, 'faultcode'),
    ...[...walkNodes(fault)].filter(
      ({ name, parent }) => name === 'Value' && (parent?.name === 'Code' || parent?.name === 'Subcode'),
    ),
  ].flatMap((node) => filled(node?.text) ?? [])
  const local = codes.map((code) => code.slice(code.indexOf(':') + 1))
  const reason = filled(childOf(fault, 'faultstring')?.text) ?? filled(descend(fault, 'Reason', 'Text')?.text)
  const detail = joined(
    [...walkNodes(childOf(fault, 'detail') ?? childOf(fault, 'Detail') ?? { ...fault, children: [], text: '' })]
      .map(({ text }) => text)
      .slice(0, 20),
  )
  const blames = local.some((code) => /^(Server|Receiver)\b/.test(code))
    ? 'receiver'
    : local.length > 0
      ? 'sender'
      : 'nobody'
  const text = [reason, detail === undefined || reason?.includes(detail) === true ? undefined : detail]
    .filter((part) => part !== undefined)
    .join(': ')
  const saysExists =
    problemsOf(fault, 'error').some(({ code }) => code === ALREADY_EXISTS) ||
    [text, ...local, ...[...walkNodes(fault)].map((node) => node.text.slice(0, TEXT_MAX))].some((said) =>
      EXISTS.test(said),
    )
  return {
    blames,
    saysExists,
    isSignIn: local.some((code) => SIGN_IN_FAULTS.has(code)),
    text: `${(text === '' ? 'without a reason' : text).replace(/\.$/, '')}${local.length === 0 ? '' : ` (${local.join(', ')})`}`,
  }
}

/** The code as a number of its own, or the words of it. */
const EXISTS = /(?<![\d.])127(?![\d.]\d)(?!\d)|\balready exists\b|\bexists already\b/i

/** WS-Security 1.1, "Error handling". */
const SIGN_IN_FAULTS: ReadonlySet<string> = new Set([
  'FailedAuthentication',
  'InvalidSecurity',
  'InvalidSecurityToken',
  'SecurityTokenUnavailable',
  'UnsupportedSecurityToken',
  'MessageExpired',
])
