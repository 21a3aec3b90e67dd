/** Checks a mapping file against the files it is for. */

export { checkMap } from './check.js'
