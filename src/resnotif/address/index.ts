/** Addresses without the secrets that stand in them. */

export { hideAddress } from './address.js'
