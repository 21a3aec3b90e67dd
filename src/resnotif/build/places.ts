import { valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import { type Decimal, parseDecimal, parseMoney } from './amount.js'

const AMOUNTS = ['Amount', 'AmountAfterTax', 'AmountBeforeTax'] as const
/** What may become due, and is no part of what the stay costs: programs often write it apart from the prices. */
const TERMS: ReadonlySet<string> = new Set([
  'AcceptedPayment',
  'AmountPercent',
  'CancelPenalty',
  'Commission',
  'DepositPayments',
  'Guarantee',
])
type Group = 'prices' | 'terms'
const open = new WeakMap<XmlNode, ReadonlySet<Group>>()

function rootOf(node: XmlNode): XmlNode {
  let at = node
  while (at.parent !== undefined) at = at.parent
  return at
}

function groupOf(node: XmlNode): Group {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) if (TERMS.has(at.name)) return 'terms'
  return 'prices'
}

const placesIn = (node: XmlNode): number => {
  const places = valueOf(node, 'DecimalPlaces')?.trim() ?? ''
  return /^[1-9]$/.test(places) ? Number(places) : 0
}

/** Whether a text is a whole amount other than 0, without a decimal point. */
const isWhole = (text: string | undefined): boolean =>
  /^\s*[+-]?\d{1,18}\s*$/.test(text ?? '') && /[1-9]/.test(text ?? '')

/**
 * Whether the message of an element has a decimal point in amounts beside DecimalPlaces: its sender does not count the smallest unit there, and may not do so in whole
 * amounts either, whose zeros a program may have left out. A penalty or a deposit with a decimal point puts no price in doubt.
 */
export function arePlacesOpen(node: XmlNode): boolean {
  const root = rootOf(node)
  const groups = open.get(root) ?? openGroupsIn(root)
  open.set(root, groups)
  return groups.has('prices') || (groups.has('terms') && groupOf(node) === 'terms')
}

function openGroupsIn(root: XmlNode): Set<Group> {
  const pointed = [...walkNodes(root)].filter(
    (one) =>
      placesIn(one) > 0 &&
      AMOUNTS.some(
        (name) => valueOf(one, name)?.includes('.') === true && parseDecimal(valueOf(one, name)) !== undefined,
      ),
  )
  return new Set(pointed.map(groupOf))
}

/** The amounts of an element that are either as they stand or as their DecimalPlaces have them. */
export function openAmounts(node: XmlNode): { name: string; text: string; placed: Decimal; places: string }[] {
  const places = valueOf(node, 'DecimalPlaces')
  if (placesIn(node) === 0 || places === undefined || !arePlacesOpen(node)) return []
  return AMOUNTS.flatMap((name) => {
    const text = valueOf(node, name)
    const placed = isWhole(text) ? parseMoney(text, places) : undefined
    return text === undefined || placed === undefined
      ? []
      : [{ name, text: text.trim(), placed, places: places.trim() }]
  })
}
