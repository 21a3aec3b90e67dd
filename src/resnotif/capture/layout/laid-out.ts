import type { Traced } from '../bytes/index.js'

/** A text as it was before a program laid it out, or why that cannot be told. */
export interface LaidOut {
  name:
    | 'escaped text'
    | 'quoted text'
    | 'table'
    | 'Word document'
    | 'numbered lines'
    | 'diff'
    | 'properties'
    | 'browser tree'
    | 'pages'
  text: Traced | string
  start: number
  end: number
}
