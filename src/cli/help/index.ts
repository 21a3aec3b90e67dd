/** The help: how it is laid out for a command or topic, and the pages that "hubswitch help" has beside them. */

export { default as GroupedHelp } from './grouped-help.js'
export { helpPage, pageNames, pageText } from './pages.js'
