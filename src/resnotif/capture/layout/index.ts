/** How programs write a text of several lines into lines of their own: on one line, as pieces of a string, in a column. Each is undone where its form is certain. */

export { type LaidOut, Layouts } from './around.js'
export { textOfHtml } from './html.js'
