/** Data that a sandbox starts with. */

export type { SeedData, SeedList, SeedNights, SeedProperty, SeedReport, SeedUnit } from './data.js'
export { seedStore } from './seed.js'
export { SeedWriter } from './writer.js'
