/** Shares and amounts of one tax, fee, discount or commission, held against each other. */
export { checkShares } from './shares.js'
