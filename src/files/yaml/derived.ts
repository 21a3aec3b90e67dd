import { EVERY_DAY, weekday } from '../../calendar/index.js'
import type { ReadContext } from '../reading/index.js'
import type { NamedColumns } from '../records/index.js'
import {
  changePrice,
  type PriceChange,
  type PriceStep,
  Problem,
  readAmount,
  readChange,
  readCurrency,
  readStep,
  showText,
  stepOfCurrency,
  stepOfText,
} from '../values/index.js'
import type { Derivation } from './levels.js'
import { nightsOf, type RowNights, type Said, type Scope, type ScopeRow, withNights } from './rows.js'

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

interface DerivedPlan {
  line: number
  derivation: Derivation
  /** What holds for the plan: its own values over those written further out, its price left aside. */
  scope: Scope
  /** What it says itself; nights among it narrow those of the source. */
  own: ReadonlyMap<number, string>
  depth: number
  /** Steps of the currencies met so far. */
  steps: Map<string, PriceStep>
}

/**
 * The rows of a plan whose prices are a change of another plan's: one for each row of that plan with a price. Only prices
 * and their currency are taken over.
 * @returns the rows, or what makes the derivation impossible
 */
export function deriveRows(
  plan: DerivedPlan,
  source: readonly ScopeRow[],
  columns: NamedColumns,
  context: ReadContext,
): ScopeRow[] | Problem {
  const change = readChange(plan.derivation.change, context.options.decimal)
  if (change instanceof Problem) return change
  const step =
    plan.derivation.round === undefined ? undefined : readStep(plan.derivation.round, context.options.decimal)
  if (step instanceof Problem) return step
  const price = columns.plan.fields.find(({ spec }) => spec.type === 'amount')?.at
  const priced = price === undefined ? [] : source.filter(({ scope }) => (scope.get(price)?.text.trim() ?? '') !== '')
  if (price === undefined || priced.length === 0)
    return new Problem(`"${showText(plan.derivation.from)}" has no price that could be changed`)
  const bounds = boundsOf(plan, columns, context)
  if (bounds instanceof Problem) return bounds
  const { hotel_code, room_id, date, from, to, days } = columns.plan.keys
  const nights = [date, from, to, days]
  const currencies = columns.plan.fields.filter(({ spec }) => spec.type === 'currency').map(({ at }) => at)
  const fixed = new Map([...plan.scope].filter(([slot]) => slot !== price && !nights.includes(slot)))
  const taken = new Set([hotel_code, room_id, ...nights, ...currencies])
  const rules: PricingRules = { price, change, step, depth: plan.depth + 1, steps: plan.steps }
  const rows = priced.flatMap((row): ScopeRow[] => {
    const scope = scopeOf({ fixed, taken, bounds, depth: plan.depth + 1 }, row.scope, columns, context)
    return scope === undefined ? [] : [pricedRow(plan.line, scope, row, rules, columns, context)]
  })
  return rows.length > 0 ? rows : new Problem(`has no night on which "${showText(plan.derivation.from)}" has a price`)
}

/** The nights that a derived plan names itself; undefined for those of its source. */
function boundsOf(
  { own, scope }: DerivedPlan,
  { plan }: NamedColumns,
  { options }: ReadContext,
): Partial<RowNights> | undefined | Problem {
  const { date, from, to, days } = plan.keys
  const hasRange = [date, from, to].some((slot) => own.has(slot))
  if (!hasRange && !own.has(days)) return undefined
  const said = new Map([...scope].filter(([slot]) => own.has(slot)))
  // Weekdays alone hold for any range.
  const any = hasRange ? said : new Map([...said, [date, { text: '2000-01-01', depth: 0 }]] as const)
  const nights = nightsOf(any, plan, options)
  if (nights === undefined) return new Problem('names nights that cannot be read, or only one end of a range')
  return hasRange ? nights : { days: nights.days }
}

/** What the rows of a derived plan have in common. */
interface DerivedScope {
  /** What the plan says, nights and price left aside. */
  fixed: Scope
  /** Cells that are taken over from the row it derives from. */
  taken: ReadonlySet<number>
  bounds: Partial<RowNights> | undefined
  depth: number
}

/** What holds for a row of the derived plan, without its price; undefined where the plan leaves out all of its nights. */
function scopeOf(
  { fixed, taken, bounds, depth }: DerivedScope,
  source: Scope,
  { plan }: NamedColumns,
  { options }: ReadContext,
): Map<number, Said> | undefined {
  const values = new Map(fixed)
  for (const [slot, { text }] of source) if (taken.has(slot)) values.set(slot, { text, depth })
  if (bounds === undefined) return values
  const nights = nightsOf(source, plan, options)
  // The checks of rows will say why its nights cannot be read.
  if (nights === undefined) return values
  const span = {
    from: Math.max(nights.from, bounds.from ?? nights.from),
    until: Math.min(nights.until, bounds.until ?? nights.until),
  }
  const mask = nights.days & (bounds.days ?? EVERY_DAY)
  if (span.from >= span.until || !hasNight(span.from, span.until, mask)) return undefined
  return withNights(
    values,
    span,
    mask === EVERY_DAY ? undefined : DAYS.filter((_, day) => (mask >> day) & 1).join(','),
    depth,
    plan,
  )
}

interface PricingRules {
  /** Cell of the price. */
  price: number
  change: PriceChange
  /** What is written to round to. */
  step: PriceStep | undefined
  depth: number
  steps: Map<string, PriceStep>
}

function pricedRow(
  line: number,
  scope: Map<number, Said>,
  source: ScopeRow,
  { price, change, step, depth, steps }: PricingRules,
  { plan }: NamedColumns,
  { options }: ReadContext,
): ScopeRow {
  const text = (source.scope.get(price) as Said).text
  const amount = readAmount(text, options.decimal)
  // A price that cannot be read is handed on, so that the checks of rows refuse this plan's row as they do its source's.
  if (amount instanceof Problem || source.problem !== undefined)
    return {
      line,
      scope: scope.set(price, { text, depth }),
      ...(source.problem === undefined ? {} : { problem: source.problem }),
    }
  const currencyAt = plan.fields.find(({ spec }) => spec.type === 'currency')?.at ?? -1
  const written = scope.get(currencyAt)?.text.trim() ?? ''
  const [only, ...others] = amount.currencies ?? []
  const code = written !== '' ? readCurrency(written) : (options.currency ?? (others.length === 0 ? only : undefined))
  // A sign that is not the row's currency, or that nothing explains, is refused here as it is in its source.
  if (amount.currencies !== undefined && (typeof code !== 'string' || !amount.currencies.includes(code)))
    return { line, scope: scope.set(price, { text, depth }) }
  if (written === '' && typeof code === 'string' && code !== options.currency)
    scope.set(currencyAt, { text: code, depth })
  const known = typeof code === 'string' ? (steps.get(code) ?? stepOfCurrency(code)) : undefined
  if (known !== undefined) steps.set(code as string, known)
  const changed = changePrice(
    amount.amount,
    change,
    step ?? known ?? stepOfText(text),
    step === undefined && known === undefined,
  )
  if (changed instanceof Problem)
    return {
      line,
      scope: scope.set(price, { text, depth }),
      problem: new Problem(`${changed.reason} (line ${source.line})`, changed.remedy),
    }
  return {
    line,
    scope: scope.set(price, { text: options.decimal === ',' ? changed.replace('.', ',') : changed, depth }),
  }
}

function hasNight(from: number, until: number, mask: number): boolean {
  if (until - from >= 7) return mask !== 0
  for (let night = from; night < until; night += 1) if ((mask >> weekday(night)) & 1) return true
  return false
}
