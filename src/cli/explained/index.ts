/** The facts of a notification in words and as a page. */

export { type ChangesTold, explainPage, type PageMessage } from './page.js'
export { tellMore } from './tell.js'
