/** What each code of a fault means, with an example and what to do. */

export { explain } from './explain.js'
export { EXPLANATIONS } from './explanations.js'
