/** The facts of a notification in words and as a page. */

export { explainPage, type PageMessage } from './page.js'
export { tellMore } from './tell.js'
