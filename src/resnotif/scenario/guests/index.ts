/** Bookings whose guests have names that receivers stumble over. */

export { emoji } from './emoji.js'
export { longNames } from './long-names.js'
export { noEmail } from './no-email.js'
export { scripts } from './scripts.js'
