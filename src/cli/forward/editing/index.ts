/** A message that is changed by hand before it is sent again. */

export { editText, LostEdit } from './edit.js'
export { dropEdit, readEdit, withEdit } from './edited.js'
