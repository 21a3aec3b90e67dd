import { generateEstate } from '../../src/sandbox/index.js'
import { startTestSandbox } from '../support/sandbox.js'
import {
  checkDistances,
  checkFacets,
  checkPaging,
  randomFilter,
  randomNumbers,
  type Outcome,
  type Place,
} from '../support/search-oracle.js'

/** Search on 2,000 generated properties against separate computations: npx tsx test/proof/search-2000.ts. Exit code 1 on any disagreement. */

const ESTATE = { properties: 2000, seed: 42, from: '2026-12-01' }
const FILTERS = 100

async function prove(): Promise<number> {
  const sandbox = await startTestSandbox()
  const began = performance.now()
  const report = sandbox.sandbox.seedGenerated(ESTATE)
  console.log('seeded', JSON.stringify({ ...report, seconds: Number(((performance.now() - began) / 1000).toFixed(1)) }))
  const operator = await sandbox.as('demo-operator')
  const places = new Map<number, Place>(
    [...generateEstate(ESTATE)].map(({ latitude = 0, longitude = 0 }, at) => [1_000_001 + at, { latitude, longitude }]),
  )
  const random = randomNumbers(2026)
  const spots = [...places.values()]
  const centres = Array.from({ length: 40 }, () => {
    const { latitude, longitude } = spots[Math.floor(random() * spots.length)] as Place
    return {
      latitude: latitude + random() / 10,
      longitude: longitude + random() / 10,
      radius: Math.ceil(10 ** (random() * 4)),
    }
  })
  const outcomes: Record<string, Outcome> = {
    distances: await checkDistances(operator, places, centres),
    facets: await checkFacets(
      operator,
      Array.from({ length: FILTERS }, () => randomFilter(random, centres)),
    ),
    paging: await checkPaging(operator, [...places.keys()], 50, async (page) => {
      await operator.post('/api/v1/properties', {
        hubSwitchId: `NEW-${page}`,
        status: 'ACTIVE',
        code: 'N',
        name: 'New',
      })
    }),
  }
  await sandbox.close()
  for (const [name, { checked, disagreements }] of Object.entries(outcomes)) {
    console.log(name, JSON.stringify(checked), `${disagreements.length} disagreements`)
    for (const line of disagreements.slice(0, 20)) console.log(`  ${line}`)
  }
  return Object.values(outcomes).some(({ disagreements }) => disagreements.length > 0) ? 1 : 0
}

process.exitCode = await prove()
