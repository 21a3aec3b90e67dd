import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

let sandbox: TestSandbox
let supplier: Caller

beforeAll(async () => {
  sandbox = await startTestSandbox()
  supplier = await sandbox.as('demo-supplier')
})
afterAll(() => sandbox.close())

const PATH = '/api/v1/property-facility/filter'

describe('facility filters', () => {
  it('are listed with ids from 1, each with a name, none twice', async () => {
    const filters = (await supplier.get(PATH)).body['result'] as unknown as { id: number; name: string; code: string }[]
    expect(filters.map(({ id }) => id)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1))
    expect(filters[0]).toEqual({ id: 1, code: 'wifi', name: 'Wi-Fi' })
    expect(new Set(filters.map(({ code }) => code)).size).toBe(16)
  })

  it('name the facilities they stand for, every facility below one filter', async () => {
    const all: number[] = []
    for (let id = 1; id <= 16; id += 1) {
      const { status, body } = await supplier.get(`${PATH}/${id}`)
      const ids = body['result']?.['facilityMetadataIds'] as unknown as number[]
      expect({ status, first: ids[0] }).toEqual({ status: 200, first: id })
      all.push(...ids)
    }
    expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
  })

  it.each([
    ['17', 404],
    ['0', 400],
    ['-1', 400],
    ['x', 400],
    ['1.5', 400],
    ['2147483648', 400],
  ])('answer id %s with %i', async (id, status) => {
    expect((await supplier.get(`${PATH}/${id}`)).status).toBe(status)
  })
})
