/** A notification that an envelope carries as a string, as a service with a parameter of text takes it. */

export { type CarriedMessage, carriedIn } from './carried.js'
