/** Generates an estate of properties from a seed number. */

export { estateLists, type EstateOptions, generateEstate } from './generator.js'
export { seedEstate } from './seed.js'
