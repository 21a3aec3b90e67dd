import { findingAt, findingOf, type LintFinding } from '../finding/index.js'
import { headerOf, isInHeader, type Message, statusIn } from '../read/index.js'
import { attributeOf, childOf, childrenOf, descend, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import type { Dialect } from './dialect.js'

/** What a message lacks, or has too much, for one receiver. @param soapAction as it was captured; null where the request has none, undefined where the capture has no headers */
export function checkDialect(message: Message, dialect: Dialect, soapAction?: string | null): LintFinding[] {
  const { notification } = message
  if (notification === undefined) return []
  return [
    ...checkEnvelope(message, dialect, soapAction),
    ...checkSecurity(message, dialect),
    ...checkEcho(notification, dialect),
    ...checkStatuses(message, notification, dialect),
    ...dialect.required.flatMap((wanted) => checkRequired(notification, wanted, dialect.name)),
    ...dialect.forbidden.flatMap((wanted) => checkForbidden(notification, wanted, dialect.name)),
  ]
}

/** The findings of lint as this receiver weighs them. */
export function weighFindings(findings: readonly LintFinding[], { rules }: Pick<Dialect, 'rules'>): LintFinding[] {
  return findings.flatMap((finding) => {
    const severity = rules[finding.rule]
    return severity === 'off' ? [] : [severity === undefined ? finding : { ...finding, severity }]
  })
}

const ENVELOPES = { none: 'no envelope', soap11: 'SOAP 1.1', soap12: 'SOAP 1.2', other: 'an envelope of no known SOAP' }
const VERSIONS = { none: 'none', '1.1': 'soap11', '1.2': 'soap12' } as const

function checkEnvelope(
  { root, carrier, envelope: own }: Message,
  { soap, name }: Dialect,
  action: string | null | undefined,
): LintFinding[] {
  if (root === undefined) return []
  const envelope = carrier?.envelope ?? own
  const wanted = soap.version === 'any' ? undefined : VERSIONS[soap.version]
  const found: LintFinding[] = []
  if (wanted !== undefined && envelope !== wanted)
    found.push({
      ...findingAt('dialect-envelope', root),
      found: ENVELOPES[envelope],
      expected: ENVELOPES[wanted],
      why: `${name} takes ${wanted === 'none' ? 'the bare message' : `messages in ${ENVELOPES[wanted]}`} alone.`,
      remedy: wanted === 'none' ? 'Send the message without an envelope.' : `Send the message in ${ENVELOPES[wanted]}.`,
    })
  const isWrong =
    action === null ? needsAction(soap, envelope) : action !== undefined && unquoted(action) !== soap.action
  if (soap.action !== undefined && isWrong)
    found.push({
      ...findingOf('dialect-soap-action', root.place, 'SOAPAction'),
      found: action === null ? 'a request without SOAPAction' : action?.slice(0, 100) || 'nothing',
      expected: soap.action || 'an empty text',
    })
  return found
}

/** That SOAPAction is not known of a message whose receiver wants one. */
export function tellUncheckedAction(
  { root, carrier, envelope: own }: Message,
  { soap }: Pick<Dialect, 'soap'>,
  action: string | null | undefined,
): LintFinding[] {
  if (root === undefined || soap.action === undefined || action !== undefined) return []
  if (!needsAction(soap, carrier?.envelope ?? own)) return []
  return [
    {
      ...findingOf('soap-action-unchecked', root.place, 'SOAPAction'),
      found: 'this capture has no request headers in a form that is read',
      expected: soap.action === '' ? 'an empty one' : JSON.stringify(soap.action),
    },
  ]
}

/** A bare message, where that is taken as well, is no SOAP and needs none. */
const needsAction = ({ version }: Dialect['soap'], envelope: Message['envelope']): boolean =>
  version !== 'any' || envelope !== 'none'

const unquoted = (text: string): string => text.trim().replace(/^"([^"]{0,400})"$/, '$1')

function checkSecurity(message: Message, { soap, name }: Dialect): LintFinding[] {
  const { root, carrier } = message
  if (root === undefined) return []
  const header = headerOf(message)
  // An Envelope around a text has its places in another one.
  const placeAt = (node: XmlNode): XmlNode => (carrier === undefined ? node : root)
  const security = childOf(header, 'Security')
  if (security === undefined)
    return soap.security === 'required'
      ? [
          {
            ...findingAt('dialect-security', placeAt(header ?? root)),
            found: 'no WS-Security header',
            expected: 'UsernameToken',
            why: `${name} wants a WS-Security header.`,
            remedy: 'Send a Security header with a UsernameToken.',
          },
        ]
      : []
  if (soap.security === 'forbidden')
    return [
      {
        ...findingAt('dialect-security', placeAt(security)),
        found: 'a WS-Security header',
        expected: 'none',
        why: `${name} takes no WS-Security header.`,
        remedy: 'Leave the Security header out.',
      },
    ]
  const password = descend(security, 'UsernameToken', 'Password')
  if (soap.password === 'any') return []
  const kind = valueOf(password, 'Type')?.endsWith('#PasswordDigest') === true ? 'digest' : 'text'
  return password === undefined || kind !== soap.password
    ? [
        {
          ...findingAt('dialect-security', placeAt(password ?? security)),
          found: password === undefined ? 'no Password' : `a password as ${kind}`,
          expected: `a password as ${soap.password}`,
          why: `${name} takes a password as ${soap.password} alone.`,
          remedy: `Send the password of the UsernameToken as ${soap.password}.`,
        },
      ]
    : []
}

function checkEcho(notification: XmlNode, { echoToken: { required, maxLength } }: Dialect): LintFinding[] {
  const token = attributeOf(notification, 'EchoToken')
  const length = [...(token?.value ?? '')].length
  if (length === 0)
    return required
      ? [findingAt('dialect-echo-token', notification, 'EchoToken', { found: 'none', expected: 'an EchoToken' })]
      : []
  return maxLength !== undefined && length > maxLength
    ? [
        findingAt('dialect-echo-token', notification, 'EchoToken', {
          found: `${length} characters`,
          expected: `at most ${maxLength}`,
        }),
      ]
    : []
}

function checkStatuses(message: Message, notification: XmlNode, { statuses, name }: Dialect): LintFinding[] {
  const status = statusIn(message)
  if (statuses === undefined || (status !== undefined && statuses.includes(status))) return []
  return [
    findingAt('dialect-status', notification, 'ResStatus', {
      found: status?.slice(0, 60) ?? 'none',
      expected: statuses.join(', '),
      why: `${name} takes no other ResStatus.`,
    }),
  ]
}

type Wanted = Dialect['required'][number]

/** Every element that a path begins with must have the rest of it; where there is none, the message lacks it all. */
function checkRequired(notification: XmlNode, { path, why }: Wanted, name: string): LintFinding[] {
  const [first = '', ...rest] = path.split('/')
  const starts = startsOf(notification, first)
  const lacking = starts.length === 0 ? [notification] : starts.filter((node) => !targetsOf(node, rest).some(isFilled))
  return lacking.map((node) =>
    findingAt('dialect-required', node, undefined, {
      expected: path,
      why: why ?? `${name} does not take a message without it.`,
    }),
  )
}

function checkForbidden(notification: XmlNode, { path, why }: Wanted, name: string): LintFinding[] {
  const [first = '', ...rest] = path.split('/')
  return startsOf(notification, first)
    .flatMap((node) => targetsOf(node, rest))
    .map(({ node, attribute }) =>
      findingAt('dialect-forbidden', node, attribute, {
        found: path,
        why: why ?? `${name} does not take a message with it.`,
      }),
    )
}

const startsOf = (notification: XmlNode, name: string): XmlNode[] =>
  [...walkNodes(notification)].filter((node) => node.name === name && !isInHeader(node))

interface Target {
  node: XmlNode
  attribute?: string
}

/** What a path leads to: elements or attributes, whether or not there is anything in them. */
function targetsOf(node: XmlNode, parts: readonly string[]): Target[] {
  let nodes = [node]
  for (const part of parts) {
    if (part.startsWith('@')) {
      const attribute = part.slice(1)
      return nodes.filter((one) => attributeOf(one, attribute) !== undefined).map((one) => ({ node: one, attribute }))
    }
    nodes = nodes.flatMap((one) => childrenOf(one, part))
  }
  return nodes.map((one) => ({ node: one }))
}

const isText = (text: string | undefined): boolean => (text?.trim() ?? '') !== ''

/** What is there and empty is missing all the same: an element says something by a text, an attribute or an element in it. */
const isFilled = ({ node, attribute }: Target): boolean =>
  attribute === undefined ? saysSomething(node) : isText(valueOf(node, attribute))

const saysSomething = (node: XmlNode): boolean =>
  isText(node.text) ||
  node.attributes.some(({ name, value }) => !isNamespace(name) && isText(value)) ||
  node.children.some(saysSomething)

const isNamespace = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:')
