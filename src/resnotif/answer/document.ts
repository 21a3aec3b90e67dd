import { SOAP_NAMESPACES } from '../build/index.js'
import type { Concealer } from '../conceal/index.js'
import {
  childOf,
  childrenOf,
  namespaceOf,
  OTA_NAMESPACE,
  readXml,
  walkNodes,
  type XmlBreak,
  type XmlNode,
} from '../xml/index.js'

/** The one answer that a body holds. Only `response` may prove that the message was taken. */
type AnswerDocument =
  | { kind: 'response'; response: XmlNode }
  | { kind: 'fault'; fault: XmlNode }
  /** An answer stands somewhere, but not as the answer to this message. */
  | { kind: 'doubtful'; why: string }
  | { kind: 'none' }

const ANSWERS: ReadonlySet<string> = new Set(['OTA_HotelResNotifRS', 'OTA_ErrorRS'])

/** Finds the answer: the document itself, or the only element in the Body of an envelope, alone in the elements that frameworks put round it. A fault anywhere outweighs it, unless Success stands beside it: then neither proves anything. */
export function findAnswer(root: XmlNode | undefined): AnswerDocument {
  if (root === undefined) return { kind: 'none' }
  const all = [...walkNodes(root)]
  const fault = all.find(({ name }) => name === 'Fault')
  const taken =
    fault === undefined
      ? undefined
      : all.find((node) => node.name === 'Success' && ANSWERS.has(node.parent?.name ?? '') && !isWithin(node, fault))
  const isTaken = taken !== undefined || (fault !== undefined && saysSuccessBeside(root, fault))
  if (isTaken)
    return { kind: 'doubtful', why: 'The PMS answered Success and a SOAP fault, which contradict each other' }
  if (fault !== undefined) return { kind: 'fault', fault }
  const responses = all.filter(({ name }) => ANSWERS.has(name))
  const [response] = responses
  if (response === undefined) return { kind: 'none' }
  if (responses.length > 1)
    return {
      kind: 'doubtful',
      why: `The answer of the PMS holds ${responses.length} ${response.name}, so it is not known which is meant`,
    }
  const other = otherNamespace(response)
  if (other !== undefined)
    return { kind: 'doubtful', why: `The ${response.name} of the PMS is in ${other}, not the namespace of OpenTravel` }
  if (response === root) return { kind: 'response', response }
  const bodies = root.name === 'Envelope' ? childrenOf(root, 'Body') : []
  const [first] = bodies
  const isAlone = bodies.length === 1 && first !== undefined && isOnlyIn(response, first)
  if (isAlone && wrappersOf(response, first).every(isWrapper)) return { kind: 'response', response }
  const beside = bodies.length === 1 && !isAlone && first !== undefined && isWithin(response, first)
  return {
    kind: 'doubtful',
    why: beside
      ? `Something else stands beside the ${response.name} of the PMS`
      : `The ${response.name} of the PMS stands inside ${response.parent?.name ?? 'another element'}, not where an answer stands`,
  }
}

/** Whether a string beside a fault is an answer with Success. */
const saysSuccessBeside = (root: XmlNode, fault: XmlNode): boolean =>
  stringsIn(root).some((node) => {
    if (isWithin(node, fault) || !/HotelResNotifRS|OTA_ErrorRS/.test(node.text)) return false
    const { root: inner } = readXml(node.text.trim())
    return inner !== undefined && [...walkNodes(inner)].some(({ name }) => name === 'Success')
  })

/**
 * The answer that stands as a string in the Body of an envelope, as some services answer whatever way the message went, or in elements that a framework puts round it without an envelope:
 * `<string xmlns="http://tempuri.org/">`. With a concealer, secrets of it are starred out, as those of the document were before.
 */
export function findAnswerText(
  root: XmlNode | undefined,
  concealer?: Concealer,
): { document: AnswerDocument; broken: XmlBreak | undefined } {
  const body = root?.name === 'Envelope' ? childOf(root, 'Body') : isBareWrapper(root) ? root : undefined
  const [only, ...more] = body === undefined ? [] : stringsIn(body)
  if (body === undefined || only === undefined || more.length > 0)
    return { document: { kind: 'none' }, broken: undefined }
  const inner = readXml(only.text.trim())
  if (inner.root !== undefined) concealer?.node(inner.root)
  const document = findAnswer(inner.root)
  const isDoubtful =
    document.kind === 'response' &&
    ((only !== body && !isOnlyIn(only, body)) || [body, ...wrappersOf(only, body)].some(isOfAnother))
  return {
    document: isDoubtful
      ? { kind: 'doubtful', why: `The answer of the PMS is a string in ${only.name}, not where an answer stands alone` }
      : document,
    broken: inner.broken,
  }
}

const isBareWrapper = (root: XmlNode | undefined): boolean => root !== undefined && WRAPPER.test(root.name)

/** The text of the document that is the answer: the string that an envelope or a bare element holds, or all of it. */
export function answerTextOf(body: string): string {
  const { root, broken } = readXml(body, { textPerNode: body.length })
  if (broken !== undefined || findAnswer(root).kind !== 'none' || findAnswerText(root).document.kind === 'none')
    return body
  return (root === undefined ? undefined : stringsIn(root)[0]?.text.trim()) ?? body
}

const stringsIn = (holder: XmlNode): XmlNode[] =>
  [...walkNodes(holder)].filter(({ children, text }) => children.length === 0 && /^\s*</.test(text))

/** Whether each element from the holder down to this one holds nothing else. */
function isOnlyIn(node: XmlNode, holder: XmlNode): boolean {
  for (let at = node.parent, below = node; at !== undefined; below = at, at = at.parent) {
    const beside = at.children.filter((one) => one !== below)
    if (at.text.trim() !== '' || beside.length > 0) return false
    if (at === holder) return true
  }
  return false
}

/** The elements between a Body and the answer in it; a string stands in the last of them itself. */
function wrappersOf(node: XmlNode, body: XmlNode): XmlNode[] {
  const found: XmlNode[] = []
  for (let at: XmlNode | undefined = ANSWERS.has(node.name) ? node.parent : node; at !== undefined; at = at.parent) {
    if (at === body) return found
    found.push(at)
  }
  return found
}

/** What frameworks call the element of an operation's answer: `ProcessResponse`, `ProcessResult`, `return`, `out`. */
const WRAPPER = /respon[cs]e|result|return|reply|answer|output|^out\d*$|payload|parameters|^any$|^string$|xml/i
const OF_ANOTHER = /reject|refus|fail|error|fault|invalid|request$|sample|example|expect|previous|history|log$/i
const isOfAnother = ({ name }: XmlNode): boolean => OF_ANOTHER.test(name)
const isWrapper = (node: XmlNode): boolean =>
  (WRAPPER.test(node.name) || node.name.endsWith('RS')) && !isOfAnother(node)

/** A fault may quote what the PMS would have answered. */
function isWithin(node: XmlNode, holder: XmlNode): boolean {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) if (at === holder) return true
  return false
}

/** None at all is what many a PMS writes, and so is an envelope's or a wrapper's that goes on by mistake. Another one, or a prefix that nothing declares, names something else. */
function otherNamespace(response: XmlNode): string | undefined {
  const namespace = namespaceOf(response)?.trim() ?? ''
  if (response.prefix !== '')
    return namespace === OTA_NAMESPACE
      ? undefined
      : namespace === ''
        ? `prefix "${response.prefix.slice(0, SHOWN_MAX)}", which is not declared`
        : `the namespace "${namespace.slice(0, SHOWN_MAX)}"`
  return namespace === '' ||
    namespace === OTA_NAMESPACE ||
    goesOn(response) ||
    (Object.values(SOAP_NAMESPACES) as string[]).includes(namespace)
    ? undefined
    : `the namespace "${namespace.slice(0, SHOWN_MAX)}"`
}

/** Whether the namespace is that of the wrapper, which the answer does not leave. */
const goesOn = ({ parent, attributes }: XmlNode): boolean =>
  parent !== undefined && isWrapper(parent) && !attributes.some(({ name }) => name === 'xmlns')

/** Whether an element is of the vocabulary of the one that holds it. */
export const isAkin = (node: XmlNode, holder: XmlNode): boolean =>
  [undefined, '', namespaceOf(holder), OTA_NAMESPACE].includes(namespaceOf(node))

const SHOWN_MAX = 128
