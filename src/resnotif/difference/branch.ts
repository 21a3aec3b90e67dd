import { ownTable } from '../../foreign-text.js'
import { createHash } from 'node:crypto'
import { parseMoney, SOAP_NAMESPACES } from '../build/index.js'
import { isYesOrNo } from '../rules/index.js'
import { pointedBy, type References } from './references.js'
import { namespaceOf, readXml, valueOf, withoutBlanks, type XmlNode } from '../xml/index.js'

/** An element of a message as it is compared: namespaces instead of prefixes, amounts by their value, texts without their indentation. */
export interface Branch {
  node: XmlNode
  /** The same element without secrets, for words that a person reads. */
  plain: XmlNode | undefined
  /** Namespace and name: what makes elements comparable. */
  kind: string
  /** Attributes by namespace and name. */
  attributes: Map<string, Value>
  text?: Value
  children: Branch[]
  /** Equal for elements that say the same, whatever order their parts stand in. */
  mark: string
}

export interface Value {
  /** Name of the attribute without its prefix; undefined for a text. */
  attribute?: string
  /** What is compared. */
  same: string
  /** As it stands, without secrets. */
  shown: string
  line: number
}

/** A value that each message has of its own, such as its EchoToken. */
export interface OwnValue {
  name: string
  same: string
}

/** The elements of a message, and what it says for itself alone. */
export interface Grown {
  root?: Branch
  own: OwnValue[]
}

const SOAP: ReadonlySet<string> = new Set(Object.values(SOAP_NAMESPACES))
const OWN_OF_MESSAGE: ReadonlySet<string> = new Set(['EchoToken', 'TimeStamp', 'SequenceNmbr'])
const OWN_OF_HEADER: ReadonlySet<string> = new Set(['Nonce', 'Created', 'Expires', 'MessageID'])
const AMOUNT = /^Amount(?:AfterTax|BeforeTax)?$/

/**
 * The elements of a message below what is to be compared.
 * @param shown the text without its secrets, as long as it is
 * @param home the namespace of the notification, which is told by itself where it differs
 * @param rootOf what is compared of a document
 * @param references what its references point to, where numbers have changed
 */
export function growBranches(
  text: string,
  shown: string,
  home: string | undefined,
  rootOf: (root: XmlNode | undefined) => XmlNode | undefined,
  references: References,
): Grown {
  const root = rootOf(readXml(text, { textPerNode: Infinity }).root)
  if (root === undefined) return { own: [] }
  const plain = new Map<number, XmlNode>()
  const note = (node: XmlNode): void => {
    plain.set(node.place.offset, node)
    node.children.forEach(note)
  }
  const concealed = readXml(shown, { textPerNode: Infinity }).root
  if (concealed !== undefined) note(concealed)
  const own: OwnValue[] = []
  return { root: grow(root, { plain, own, home, references }), own }
}

/** A short text that is equal for values that are. */
export const markOf = (value: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64')

/** What cannot be found again in the text without secrets is not shown. */
const HIDDEN = '***'

/** As many stars for every value that is hidden whole: its length is nobody's business either. */
const withoutLength = (shown: string): string => (/^\*+$/.test(shown) ? HIDDEN : shown)

interface Ground {
  /** Elements of the text without secrets, by where they begin. */
  plain: ReadonlyMap<number, XmlNode>
  own: OwnValue[]
  home: string | undefined
  references: References
}

function grow(node: XmlNode, ground: Ground): Branch {
  const { plain, own, home, references } = ground
  const shown = plain.get(node.place.offset)
  const attributes = new Map<string, Value>()
  node.attributes.forEach(({ name, value, place }, at) => {
    if (name === 'xmlns' || name.startsWith('xmlns:')) return
    const [key, local] = attributeKey(node, name, home)
    const pointed = pointedBy(node, local, value, references)
    const same = pointed?.same ?? comparable(node, local, value)
    if (isOwnAttribute(node, key)) own.push({ name: local, same })
    else
      attributes.set(key, {
        attribute: local,
        same,
        shown: `${withoutLength(shown?.attributes[at]?.value ?? HIDDEN)}${pointed?.name === undefined ? '' : ` (${pointed.name})`}`,
        line: place.line,
      })
  })
  const kind = `${spaceOf(node, home)} ${node.name}`
  const same = plainText(node.text)
  const isOwn = isOwnElement(node)
  if (isOwn && same !== '') own.push({ name: node.name, same })
  const children = node.children.map((child) => grow(child, ground))
  const text =
    same === '' || isOwn
      ? undefined
      : { same, shown: shown === undefined ? HIDDEN : withoutLength(plainText(shown.text)), line: node.place.line }
  const mark = markOf([
    kind,
    [...attributes].map(([key, value]) => [key, value.same]).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    text?.same,
    children.map((child) => child.mark).toSorted(),
  ])
  return { node, plain: shown, kind, attributes, ...(text === undefined ? {} : { text }), children, mark }
}

/** Envelopes of both kinds are compared part by part, notifications of two namespaces as well; that they differ is told by itself. */
function spaceOf(node: XmlNode, home: string | undefined): string {
  const space = namespaceOf(node) ?? node.prefix
  if (space === (home ?? '')) return 'home'
  return SOAP.has(space) ? 'soap' : space
}

function attributeKey(node: XmlNode, name: string, home: string | undefined): [key: string, local: string] {
  const colon = name.indexOf(':')
  if (colon < 0) return [name, name]
  const local = name.slice(colon + 1)
  return [`${spaceOf({ ...node, prefix: name.slice(0, colon) }, home)} ${local}`, local]
}

/** Numbers, days and times, by their names in the schemas. */
const NUMBERS: ReadonlySet<string> = new Set(
  (
    'Age Count NumberOfUnits IndexNumber Quantity UnitMultiplier DecimalPlaces Percent NmbrOfNights MinAge MaxAge ' +
    'MaxAdditionalGuests OffsetUnitMultiplier Start End Duration ArrivalTime DepartureTime AbsoluteDeadline'
  ).split(' '),
)
const KINDS = ['Date', 'DateTime', 'Indicator', 'Ind'] as const

/** Whether the schemas let blanks stand around a value that mean nothing. */
const isCollapsed = (name: string): boolean => NUMBERS.has(name) || KINDS.some((kind) => name.endsWith(kind))

const YES_OR_NO = ownTable<string>({ '1': 'true', '0': 'false' })

/** `200.660` is `200.66`. An amount without a point counts the smallest unit where DecimalPlaces stands beside it. */
function comparable(node: XmlNode, name: string, value: string): string {
  const money = AMOUNT.test(name) ? parseMoney(value, valueOf(node, 'DecimalPlaces')) : undefined
  if (money === undefined) {
    if (!isCollapsed(name) && !isYesOrNo(name)) return value
    const plain = withoutBlanks(value)
    return (isYesOrNo(name) && YES_OR_NO[plain]) || plain
  }
  let { units, scale } = money
  for (; scale > 0 && units % 10n === 0n; scale--) units /= 10n
  return `${units}e-${scale}`
}

/** A line break and the blanks around it are indentation; other blanks are the text's own. */
const plainText = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

const isOwnAttribute = (node: XmlNode, key: string): boolean =>
  node.name === 'OTA_HotelResNotifRQ' && OWN_OF_MESSAGE.has(key)

function isOwnElement(node: XmlNode): boolean {
  const isDigest = node.name === 'Password' && (valueOf(node, 'Type') ?? '').endsWith('#PasswordDigest')
  if (!isDigest && !OWN_OF_HEADER.has(node.name)) return false
  for (let at = node.parent; at !== undefined; at = at.parent)
    if (at.name === 'Header' && at.parent?.name === 'Envelope') return true
  return false
}

/** An element with other values of some of its attributes, and all below it as it was. */
export function changed(branch: Branch, values: Readonly<Record<string, string>>): Branch {
  const attributes = new Map<string, Value>(
    [...branch.attributes].map(([key, value]) => {
      const now = values[key]
      return [key, now === undefined ? value : { ...value, same: now, shown: now }]
    }),
  )
  const mark = markOf([branch.mark, Object.entries(values)])
  return below({ ...branch, attributes, mark }, branch.node.parent, branch.plain?.parent, values)
}

/** A copy with elements of its own, which know the changed one as the one they are in. */
function below(
  branch: Branch,
  parent: XmlNode | undefined,
  plainParent: XmlNode | undefined,
  values: Readonly<Record<string, string>> = {},
): Branch {
  const copied = (node: XmlNode, of: XmlNode | undefined): XmlNode => ({
    ...node,
    parent: of,
    attributes: node.attributes.map((one) => ({ ...one, value: values[one.name] ?? one.value })),
  })
  const node = copied(branch.node, parent)
  const plain = branch.plain && copied(branch.plain, plainParent)
  const children = branch.children.map((child) => below(child, node, plain))
  node.children = children.map((child) => child.node)
  if (plain !== undefined) plain.children = children.flatMap((child) => child.plain ?? [])
  return { ...branch, node, plain, children }
}
