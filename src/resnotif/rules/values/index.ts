/** Values that their attributes cannot have. */
export { checkValues, withoutRepeats } from './values.js'
