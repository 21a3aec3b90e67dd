/** Numbers that look random and come again with the same seed. */

export { SeededRandom } from './seeded-random.js'
