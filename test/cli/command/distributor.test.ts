import { describe, expect, it } from 'vitest'
import { distributorOf } from '../../../src/cli/command/distributor.js'
import type { Settings } from '../../../src/config/index.js'

const of = (value?: string): { value: string | undefined } => ({ value })
const settings = (profile: string, id?: string, code?: string): Settings =>
  ({ distributorId: of(id), distributorCode: of(code), profile: of(profile), isEmbedded: false }) as unknown as Settings

describe('who asks for products', () => {
  it('is what the request names, else what the settings say', async () => {
    expect(
      await distributorOf(settings('main', 'D1', 'C1'), { named: { distributorId: 'D2', distributorCode: 'C2' } }),
    ).toEqual({ distributorId: 'D2', distributorCode: 'C2' })
    expect(await distributorOf(settings('env'), { named: { distributorId: 'D2', distributorCode: 'C2' } })).toEqual({
      distributorId: 'D2',
      distributorCode: 'C2',
    })
    expect(await distributorOf(settings('main', 'D1', 'C1'))).toEqual({ distributorId: 'D1', distributorCode: 'C1' })
  })

  it.each([
    ['environment variables only', 'env', false, 'Set HUBSWITCH_DISTRIBUTOR_ID and HUBSWITCH_DISTRIBUTOR_CODE.'],
    [
      'a profile',
      'main',
      false,
      'Set HUBSWITCH_DISTRIBUTOR_ID and HUBSWITCH_DISTRIBUTOR_CODE, or keep them: "hubswitch profile set main --distributor-id … --distributor-code …".',
    ],
    [
      'flags of its own',
      'env',
      true,
      'Give --distributor-id and --distributor-code, or set HUBSWITCH_DISTRIBUTOR_ID and HUBSWITCH_DISTRIBUTOR_CODE.',
    ],
  ])('a missing one is told with what this command takes: %s', async (_, profile, hasFlags, next) => {
    await expect(distributorOf(settings(profile), { hasFlags })).rejects.toMatchObject({
      code: 'USAGE',
      message: 'The distributor id is missing.',
      next,
    })
  })
})
