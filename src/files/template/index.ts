/** A file to fill in: every night of every room of a property, with what is known of it, as a push reads it back. */

export { templateCsv, type TemplateRow } from './template.js'
