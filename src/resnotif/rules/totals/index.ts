/** Rules about totals: what nights, fees, discounts, taxes and services make together. */

export { type Look, lookOf } from './look.js'
export { isForeignTax, moneyOf, type TaxRatio } from './money.js'
export type { Rounding } from './sums.js'
export { checkTotals, type TotalsReport } from './totals.js'
