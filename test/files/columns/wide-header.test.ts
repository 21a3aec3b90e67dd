import { expect, it } from 'vitest'
import { faultOf, readText } from '../reading.js'

/** Names that are not far from those that are known. */
const wide = (columns: number): Buffer =>
  Buffer.from(`hotel_code,room_id,${Array.from({ length: columns }, (_, at) => `prize_of_day_${at}`).join(',')}\n`)

const cpuOf = async (columns: number): Promise<number> => {
  const before = process.cpuUsage()
  await faultOf(readText(wide(columns)))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The least of several: whatever else runs here adds to each. */
const leastOf = async (columns: number): Promise<number> =>
  Math.min(await cpuOf(columns), await cpuOf(columns), await cpuOf(columns))

it('a header of thousands of names that nobody knows is refused about as fast as it is read', async () => {
  expect((await faultOf(readText(wide(4_000)))).message).toContain('4000 columns are not known')
  await cpuOf(1_000)
  // Each name is looked for among all that are known: in proportion to the names, not to their square.
  expect((await leastOf(8_000)) / (await leastOf(1_000))).toBeLessThan(28)
})
