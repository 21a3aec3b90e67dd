import { OTA_NAMESPACE, SOAP_NAMESPACES } from '../build/index.js'
import type { Concealer } from '../conceal/index.js'
import { childOf, childrenOf, namespaceOf, readXml, walkNodes, type XmlBreak, type XmlNode } from '../xml/index.js'

/** The one answer that a body holds. Only `response` may prove that the message was taken. */
type AnswerDocument =
  | { kind: 'response'; response: XmlNode }
  | { kind: 'fault'; fault: XmlNode }
  /** An answer stands somewhere, but not as the answer to this message. */
  | { kind: 'doubtful'; why: string }
  | { kind: 'none' }

const ANSWERS: ReadonlySet<string> = new Set(['OTA_HotelResNotifRS', 'OTA_ErrorRS'])

/** Finds the answer: the document itself, or the only element in the Body of an envelope. A fault anywhere outweighs it, unless Success stands beside it: then neither proves anything. */
export function findAnswer(root: XmlNode | undefined): AnswerDocument {
  if (root === undefined) return { kind: 'none' }
  const all = [...walkNodes(root)]
  const fault = all.find(({ name }) => name === 'Fault')
  const taken =
    fault === undefined
      ? undefined
      : all.find((node) => node.name === 'Success' && ANSWERS.has(node.parent?.name ?? '') && !isWithin(node, fault))
  if (taken !== undefined)
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
  if (bodies.length === 1 && response.parent === bodies[0] && response.parent?.children.length === 1)
    return { kind: 'response', response }
  const beside = response.parent?.name === 'Body' && response.parent.parent === root
  return {
    kind: 'doubtful',
    why: beside
      ? `Something else stands beside the ${response.name} of the PMS`
      : `The ${response.name} of the PMS stands inside ${response.parent?.name ?? 'another element'}, not where an answer stands`,
  }
}

/** The answer that stands as a string in the Body of an envelope, as some services answer whatever way the message went. With a concealer, secrets of it are starred out, as those of the document were before. */
export function findAnswerText(
  root: XmlNode | undefined,
  concealer?: Concealer,
): { document: AnswerDocument; broken: XmlBreak | undefined } {
  const body = root?.name === 'Envelope' ? childOf(root, 'Body') : undefined
  const texts = (body === undefined ? [] : [...walkNodes(body)]).filter(
    ({ children, text }) => children.length === 0 && /^\s*</.test(text),
  )
  const [only] = texts
  if (only === undefined || texts.length > 1) return { document: { kind: 'none' }, broken: undefined }
  const inner = readXml(only.text)
  if (inner.root !== undefined) concealer?.node(inner.root)
  return { document: findAnswer(inner.root), broken: inner.broken }
}

/** A fault may quote what the PMS would have answered. */
function isWithin(node: XmlNode, holder: XmlNode): boolean {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) if (at === holder) return true
  return false
}

/** None at all is what many a PMS writes, and so is an envelope's that goes on by mistake. Another one, or a prefix that nothing declares, names something else. */
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
    (Object.values(SOAP_NAMESPACES) as string[]).includes(namespace)
    ? undefined
    : `the namespace "${namespace.slice(0, SHOWN_MAX)}"`
}

/** Whether an element is of the vocabulary of the one that holds it. */
export const isAkin = (node: XmlNode, holder: XmlNode): boolean =>
  [undefined, '', namespaceOf(holder), OTA_NAMESPACE].includes(namespaceOf(node))

const SHOWN_MAX = 128
