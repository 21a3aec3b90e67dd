/** Whether a property can be sold, and what is missing. */

export { propertyReady } from './ready.js'
