import { describe, expect, it } from 'vitest'
import { type GenerateFlags, generateReservations } from '../../../src/cli/invent/generate.js'

const FLAGS: GenerateFlags = {
  seed: 1,
  count: 1,
  modify: 0,
  cancel: 0,
  xml: false,
  envelope: 'none',
  property: '1000001',
  currency: 'EUR',
  from: '2027-01-01',
}

describe('an envelope', () => {
  it.each(['soap11', 'soap12'] as const)('is refused around what is no message: %s', async (envelope) => {
    await expect(generateReservations({ ...FLAGS, envelope })).rejects.toMatchObject({
      code: 'USAGE',
      next: expect.stringContaining('--xml') as string,
    })
    await expect(generateReservations({ ...FLAGS, envelope, xml: true })).resolves.toBeDefined()
  })
})

describe('a property', () => {
  it.each(['5', '999999', '0', 'x'])('that no service has is refused: %s', async (property) => {
    await expect(generateReservations({ ...FLAGS, property })).rejects.toMatchObject({ code: 'USAGE' })
    await expect(generateReservations({ ...FLAGS, property: '1000000' })).resolves.toBeDefined()
  })
})
