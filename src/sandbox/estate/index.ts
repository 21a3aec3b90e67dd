/** Generates an estate of properties from a seed number. */

export { estateLists, type EstateOptions, generateEstate } from './generator.js'
export { EstateRandom } from './random.js'
export { seedEstate } from './seed.js'
