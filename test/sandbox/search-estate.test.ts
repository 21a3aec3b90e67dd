import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateEstate } from '../../src/sandbox/index.js'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'
import {
  checkDistances,
  checkFacets,
  checkPaging,
  randomFilter,
  randomNumbers,
  type Place,
} from '../support/search-oracle.js'

const ESTATE = { properties: 300, seed: 7, from: '2026-12-01' }
const CENTRES = [
  { latitude: 48.2082, longitude: 16.3738, radius: 10 },
  { latitude: 35.6762, longitude: 139.6503, radius: 400 },
  { latitude: 40, longitude: 20, radius: 2200 },
  { latitude: -34, longitude: 179.9, radius: 3000 },
  { latitude: 51.5, longitude: -0.1, radius: 8 },
]

let sandbox: TestSandbox
let operator: Caller
/** By id: ids are counted up in the order of the estate. */
let places: Map<number, Place>

beforeAll(async () => {
  sandbox = await startTestSandbox()
  expect(sandbox.sandbox.seedGenerated(ESTATE)).toMatchObject({ properties: 300, skipped: 0 })
  operator = await sandbox.as('demo-operator')
  places = new Map(
    [...generateEstate(ESTATE)].map(({ latitude = 0, longitude = 0 }, at) => [1_000_001 + at, { latitude, longitude }]),
  )
})
afterAll(() => sandbox.close())

describe('search on a generated estate', () => {
  it('finds and measures what another formula finds and measures', async () => {
    const { checked, disagreements } = await checkDistances(operator, places, CENTRES)
    expect(disagreements).toEqual([])
    expect(checked['distances']).toBeGreaterThan(80)
  })

  it('agrees with its facets, 2 random filters', async () => {
    const random = randomNumbers(11)
    const filters = Array.from({ length: 2 }, () => randomFilter(random, CENTRES))
    const { checked, disagreements } = await checkFacets(operator, filters)
    expect(disagreements).toEqual([])
    expect(checked['notNought']).toBeGreaterThan(20)
  })

  it('pages by id without repeating or losing a row while properties are added', async () => {
    const add = async (page: number) => {
      const reply = await operator.post('/api/v1/properties', {
        hubSwitchId: `NEW-${page}`,
        status: 'ACTIVE',
        code: 'N',
        name: 'New',
      })
      expect(reply.status).toBe(201)
    }
    const { checked, disagreements } = await checkPaging(operator, [...places.keys()], 40, add)
    expect(disagreements).toEqual([])
    expect(checked['added']).toBeGreaterThanOrEqual(7)
  })
})
