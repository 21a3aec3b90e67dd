/** Pages of HTML that hold everything in one file: nothing is loaded from elsewhere. */

export { escapeHtml, htmlPage } from './html.js'
export { writeHtmlPage } from './write-html-page.js'
