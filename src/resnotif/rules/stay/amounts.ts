import { isIsoCurrency, successorOf } from '../../../decimal.js'
import { openAmounts, parseDecimal, writeDecimal } from '../../build/index.js'
import { findingAt, type LintFinding, listNode } from '../../finding/index.js'
import { type MessageReservation, ownRatesOf } from '../../read/index.js'
import { valueOf, walkStandard, type XmlNode } from '../../xml/index.js'

const AMOUNTS = ['AmountAfterTax', 'AmountBeforeTax'] as const
/** Elements whose amounts make the price of the stay; others, such as a discount, may be negative or in another currency. */
const PRICES: ReadonlySet<string> = new Set(['Total', 'Base', 'Rate'])

/** Amounts as numbers, and one currency for the whole reservation. */
export function checkAmounts({ node: reservation }: MessageReservation, isOurs: boolean): LintFinding[] {
  const nodes = walkStandard(reservation)
  const priced = nodes.filter(({ name }) => PRICES.has(name))
  const own = nodes.filter((node) => !isInAlternate(node))
  const ownPriced = own.filter(({ name }) => PRICES.has(name))
  return [
    ...priced.flatMap(checkAmount),
    ...checkPlaces(nodes),
    ...nodes.flatMap(checkCode),
    ...checkMissing(priced, isOurs),
    ...checkCurrency(ownPriced),
    ...checkBeside(own, ownPriced),
  ]
}

/** In a Rate that repeats the price of another one in another currency. */
function isInAlternate(node: XmlNode): boolean {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent)
    if (at.name === 'Rate') return at.parent?.name === 'Rates' && !ownRatesOf(at.parent.parent).includes(at)
  return false
}

/** Whole amounts with DecimalPlaces, where others of the message have a decimal point beside theirs. */
function checkPlaces(nodes: readonly XmlNode[]): LintFinding[] {
  const open = nodes.flatMap((node) => openAmounts(node).map((one) => ({ node, ...one })))
  const [first] = open
  if (first === undefined) return []
  const { node, name, text, places, placed } = first
  const more = open.length - 1
  return [
    findingAt('amount-invalid', node, name, {
      found: `${text} with DecimalPlaces ${places}${more === 0 ? '' : `, and ${more} more such ${more === 1 ? 'amount' : 'amounts'}`}`,
      expected: 'a decimal point in every amount, or in none',
      severity: 'warning',
      why: `By its DecimalPlaces ${text} is ${writeDecimal(placed)}, and other amounts of the message have a decimal point beside DecimalPlaces, so it may be ${text} as well; a PMS takes one or the other.`,
      remedy: 'Write every amount with its decimal point, or leave DecimalPlaces out.',
    }),
  ]
}

/** ISO 4217 has three capitals, and a list of them. A code that it has withdrawn may be that of an old booking. */
function checkCode(node: XmlNode): LintFinding[] {
  const code = valueOf(node, 'CurrencyCode')
  if (code === undefined || isIsoCurrency(code)) return []
  const successor = successorOf(code)
  const isCode = /^[A-Z]{3}$/.test(code)
  return [
    findingAt('currency-invalid', node, 'CurrencyCode', {
      found: code === '' ? 'nothing' : code.slice(0, 60),
      expected: successor ?? (isCode ? 'a code of ISO 4217, such as EUR' : 'three capitals, such as EUR'),
      ...(successor === undefined
        ? {}
        : { severity: 'warning', why: `ISO 4217 has withdrawn ${code}; a PMS refuses it, or takes its own currency.` }),
      ...(isCode ? { remedy: `Write ${successor ?? 'the code of the currency'} where the message is made.` } : {}),
    }),
  ]
}

/** Money without a currency: nowhere in the reservation, or only here. A stranger may say it once, for all. */
function checkMissing(priced: readonly XmlNode[], isOurs: boolean): LintFinding[] {
  const bare = priced.filter(
    (node) => AMOUNTS.some((name) => valueOf(node, name) !== undefined) && valueOf(node, 'CurrencyCode') === undefined,
  )
  const [first] = bare
  if (first === undefined || (!isOurs && isToldAnywhere(first))) return []
  const isNowhere = priced.every((node) => valueOf(node, 'CurrencyCode') === undefined)
  return [
    findingAt('currency-missing', first, undefined, {
      found: `${bare.length} ${bare.length === 1 ? 'price' : 'prices'} without a currency`,
      severity: isNowhere && isOurs ? 'error' : 'warning',
    }),
  ]
}

/** In any element of the message, or by the sender in POS. */
function isToldAnywhere(node: XmlNode): boolean {
  let root = node
  while (root.parent !== undefined) root = root.parent
  return walkStandard(root).some((one) =>
    ['CurrencyCode', 'ISOCurrency'].some((name) => (valueOf(one, name) ?? '') !== ''),
  )
}

function checkAmount(node: XmlNode): LintFinding[] {
  return AMOUNTS.flatMap((name) => {
    const value = valueOf(node, name)
    if (value === undefined) return []
    const amount = parseDecimal(value)
    if (amount === undefined)
      return [
        findingAt('amount-invalid', node, name, {
          found: value.slice(0, 60),
          expected: 'a number with a decimal point, such as 180.50',
        }),
      ]
    const plain = value.trim()
    if (plain.endsWith('.') || /^[+-]?\./.test(plain))
      return [
        findingAt('amount-invalid', node, name, {
          found: plain.slice(0, 60),
          expected: `${writeDecimal(amount)}, as every reader reads it`,
          severity: 'warning',
          why: 'xs:decimal lets an amount begin or end with its point; some readers do not.',
          remedy: 'Write digits on both sides of the point, or no point.',
        }),
      ]
    if (amount.units >= 0n) return []
    return [findingAt('amount-negative', node, name, { found: value, ...(isWithin(node, 'Service') ? CREDIT : {}) })]
  })
}

/** The schemas let a service cost less than nothing. */
const CREDIT = {
  severity: 'warning',
  why: 'A service below zero may be a voucher or a credit, and may be a slip; a PMS refuses it, or charges what should be taken off.',
  remedy: 'Check that the receiver takes a credit as a service; a discount of a price stands beside it as Discount.',
} as const

function checkCurrency(priced: readonly XmlNode[]): LintFinding[] {
  const coded = priced.filter((node) => (valueOf(node, 'CurrencyCode') ?? '') !== '')
  const first = valueOf(coded[0], 'CurrencyCode')
  const odd = coded.filter((node) => valueOf(node, 'CurrencyCode') !== first)
  if (odd.length === 0 || first === undefined) return []
  const found = [...new Set(coded.map((node) => valueOf(node, 'CurrencyCode')))].join(', ')
  return [
    findingAt('currency-mixed', odd[0] as XmlNode, 'CurrencyCode', {
      found,
      expected: first,
      nodes: odd.map((node) => listNode(node, 'CurrencyCode', valueOf(node, 'CurrencyCode') ?? '', first)),
    }),
  ]
}

const BESIDE = [...AMOUNTS, 'Amount'] as const

/** Taxes, fees, services and deposits in another currency than the prices, which are all in one. A commission is settled apart from what the guest pays. */
function checkBeside(nodes: readonly XmlNode[], priced: readonly XmlNode[]): LintFinding[] {
  const codeOf = (node: XmlNode): string => valueOf(node, 'CurrencyCode') ?? ''
  const main = new Set(
    priced
      .filter(isOfRooms)
      .map(codeOf)
      .filter((code) => code !== ''),
  )
  const [first, ...others] = main
  if (first === undefined || others.length > 0) return []
  const odd = nodes.filter(
    (node) =>
      !PRICES.has(node.name) &&
      !isWithin(node, 'Commission') &&
      codeOf(node) !== '' &&
      codeOf(node) !== first &&
      BESIDE.some((name) => valueOf(node, name) !== undefined),
  )
  return odd.length === 0
    ? []
    : [
        findingAt('currency-mixed', odd[0] as XmlNode, 'CurrencyCode', {
          found: `${[...new Set(odd.map(codeOf))].join(', ')} of ${[...new Set(odd.map(({ name }) => name))].join(', ')}`,
          expected: first,
          severity: 'warning',
          why: `The prices are in ${first.slice(0, 60)}, and this amount is not. A PMS that takes one currency for all of them books it wrongly.`,
          remedy: 'Use one CurrencyCode, or make sure that the receiver reads this one.',
          nodes: odd.map((node) => listNode(node, 'CurrencyCode', codeOf(node), first)),
        }),
      ]
}

/** Not one of a service, which PRICES has as well. */
const isOfRooms = (node: XmlNode): boolean => !isWithin(node, 'Service')

function isWithin(node: XmlNode, name: string): boolean {
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) if (at.name === name) return true
  return false
}
