/** Values that their attributes cannot have. */
export { checkContacts } from './contacts.js'
export { isYesOrNo } from './kinds.js'
export { checkValues, withoutRepeats } from './values.js'
