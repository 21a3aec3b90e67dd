/** Rules about totals: what nights, fees, discounts, taxes and services make together. */

export { checkTotals, type TotalsReport } from './totals.js'
