/** Files to fill in and push, with the rooms of a property. */

export { templateFlags } from './flags.js'
export { writeTemplate } from './write-template.js'
