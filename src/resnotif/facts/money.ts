import { arePlacesOpen, openAmounts, parseDecimal, parseMoney, writeDecimal } from '../build/index.js'
import { childOf, childrenOf, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import type { DepositFacts, MessageFacts, Money, TaxFacts } from './facts.js'
import { chargedPer, offsetWords, optional, told, value } from './value.js'

const AMOUNT_MAX = 40
const LISTED_MAX = 100

/** An amount as its DecimalPlaces read it, or as it stands, also where nothing tells which of the two is meant. */
export function amountIn(node: XmlNode, name: string, places = valueOf(node, 'DecimalPlaces')): string | undefined {
  const amount = value(node, name)
  if (amount === undefined) return undefined
  const isOpen = arePlacesOpen(node)
  const [plain, placed] = [parseDecimal(amount), parseMoney(amount, isOpen ? undefined : places)]
  return placed !== undefined && placed.scale !== plain?.scale ? writeDecimal(placed) : amount.slice(0, AMOUNT_MAX)
}

/**
 * What an element costs, with what it is before tax and its taxes.
 * @param takesPlain a plain Amount counts, as of a Fee
 */
export function moneyIn(node: XmlNode | undefined, takesPlain = false): Money | undefined {
  const plain = takesPlain ? value(node, 'Amount') : undefined
  const after = plain === undefined ? value(node, 'AmountAfterTax') : undefined
  const name = plain !== undefined ? 'Amount' : after === undefined ? 'AmountBeforeTax' : 'AmountAfterTax'
  const [written, amount] = [value(node, name), node && amountIn(node, name)]
  if (node === undefined || written === undefined || amount === undefined) return undefined
  const other = openAmounts(node).find((one) => one.name === name)
  const isPlaced = amount !== written.slice(0, AMOUNT_MAX)
  return {
    amount,
    ...(isPlaced
      ? { written: `${written.slice(0, AMOUNT_MAX)}, DecimalPlaces ${valueOf(node, 'DecimalPlaces') ?? ''}` }
      : {}),
    ...optional('orAmount', other && writeDecimal(other.placed)),
    ...optional('currency', value(node, 'CurrencyCode')),
    ...(name === 'AmountBeforeTax' ? { isBeforeTax: true } : {}),
    ...(after === undefined ? {} : optional('beforeTax', amountIn(node, 'AmountBeforeTax'))),
    ...taxesIn(node),
  }
}

function taxesIn(price: XmlNode): Pick<Money, 'taxes' | 'taxList'> {
  const holder = childOf(price, 'Taxes')
  if (holder === undefined) return {}
  const placesOf = (node: XmlNode): string | undefined =>
    valueOf(node, 'DecimalPlaces') ?? valueOf(price, 'DecimalPlaces')
  const list = childrenOf(holder, 'Tax')
    .slice(0, LISTED_MAX)
    .map((tax): TaxFacts => {
      const text = [...walkNodes(tax)].map((one) => told(one.text)).find((one) => one !== undefined)
      const code = value(tax, 'Code')
      return {
        ...optional('name', text ?? (code === undefined ? undefined : `code ${code}`)),
        ...optional('amount', amountIn(tax, 'Amount', placesOf(tax))),
        ...optional('currency', value(tax, 'CurrencyCode')),
        ...optional('percent', value(tax, 'Percent')),
        ...optional('per', chargedPer(tax)),
        ...optional('type', value(tax, 'Type')),
      }
    })
  return {
    ...optional('taxes', amountIn(holder, 'Amount', placesOf(holder))),
    ...optional('taxesCurrency', value(holder, 'CurrencyCode')),
    ...(list.length === 0 ? {} : { taxList: list }),
  }
}

/** A tax is no amount of what it is a tax of. */
export const isTax = ({ name }: XmlNode): boolean => name === 'Tax' || name === 'Taxes'

/** Each amount of a message once of which nothing tells what its DecimalPlaces make of it. */
export function openAmountsOf(message: XmlNode | undefined): Pick<MessageFacts, 'openAmounts'> {
  if (message === undefined) return {}
  const all = [...walkNodes(message)]
    .flatMap(openAmounts)
    .map(({ text, places, placed }) => ({ written: text.slice(0, AMOUNT_MAX), places, placed: writeDecimal(placed) }))
  const each = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()].slice(0, LISTED_MAX)
  return each.length === 0 ? {} : { openAmounts: each }
}

const SHARES = ['Amount', 'AmountAfterTax', 'AmountBeforeTax', 'Percent', 'NmbrOfNights']

type Share = Pick<DepositFacts, 'amount' | 'currency' | 'percent' | 'nights'>

const isShare = (one: XmlNode): boolean => !isTax(one) && SHARES.some((name) => value(one, name) !== undefined)

/** How much a deposit, a penalty or a guarantee is of: as AmountPercent says, or else what holds an amount or a share. */
export function shareIn(node: XmlNode): Share {
  return sharesIn(node)[0] ?? {}
}

/** As `shareIn`, of each AmountPercent where there are several. */
export function sharesIn(node: XmlNode): Share[] {
  const own = childrenOf(node, 'AmountPercent').filter(isShare)
  const first = own.length > 0 ? undefined : [...walkNodes(node)].find(isShare)
  return [...own, ...(first === undefined ? [] : [first])].slice(0, LISTED_MAX).map((share) => ({
    ...optional('amount', amountIn(share, 'Amount') ?? moneyIn(share)?.amount),
    ...optional('currency', value(share, 'CurrencyCode')),
    ...optional('percent', value(share, 'Percent')),
    ...optional('nights', value(share, 'NmbrOfNights')),
  }))
}

/** What is to be paid before the stay. @param holders ResGlobalInfo and the RoomStays */
export function depositsOf(holders: readonly (XmlNode | undefined)[]): DepositFacts[] {
  return holders
    .flatMap((holder) => childrenOf(holder, 'DepositPayments'))
    .flatMap((payments) => [...childrenOf(payments, 'GuaranteePayment'), ...childrenOf(payments, 'RequiredPayment')])
    .slice(0, LISTED_MAX)
    .flatMap((payment) => {
      const due = dueOf(payment)
      const shares = sharesIn(payment)
      return (shares.length === 0 ? [{}] : shares).map((share) => ({
        line: payment.place.line,
        ...share,
        ...optional('due', due),
      }))
    })
}

/** Each Deadline of a payment. */
function dueOf(payment: XmlNode): string | undefined {
  const all = childrenOf(payment, 'Deadline').flatMap(
    (deadline) => value(deadline, 'AbsoluteDeadline') ?? offsetWords(deadline) ?? [],
  )
  return all.slice(0, LISTED_MAX).join(' and ') || undefined
}
