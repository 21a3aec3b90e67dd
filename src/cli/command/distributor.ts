import { Flags } from '@oclif/core'
import { AD_HOC_PROFILE, type SettingFlags, type Settings } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { shellWord } from '../../shell-word.js'
import { demoDistributor } from './embedded-sandbox.js'

/** Flags of every command that asks for products. */
export const distributorFlags = {
  'distributor-id': Flags.string({ summary: '[default: that of the profile] Distributor id', helpValue: '<id>' }),
  'distributor-code': Flags.string({ summary: '[default: that of the profile] Distributor code', helpValue: '<code>' }),
}

/** What those flags set. */
export function distributorSettings(flags: {
  'distributor-id'?: string | undefined
  'distributor-code'?: string | undefined
}): SettingFlags {
  return { distributorId: flags['distributor-id'], distributorCode: flags['distributor-code'] }
}

/**
 * Who asks for products: what a request itself names, flags, environment, profile; on the embedded sandbox its own distributor where nothing is said.
 * @param named what the body of a request says, and whether the command has flags for it
 * @throws Fault USAGE where one of the two is missing
 */
export async function distributorOf(
  { distributorId, distributorCode, isEmbedded, profile }: Settings,
  {
    named = {},
    hasFlags = false,
  }: { named?: { distributorId?: string | undefined; distributorCode?: string | undefined }; hasFlags?: boolean } = {},
): Promise<{ distributorId: string; distributorCode: string }> {
  const demo = isEmbedded ? await demoDistributor() : undefined
  const id = named.distributorId ?? distributorId.value ?? demo?.id
  const code = named.distributorCode ?? distributorCode.value ?? demo?.code
  if (id === undefined || code === undefined) {
    const kept =
      profile.value === AD_HOC_PROFILE
        ? ''
        : `, or keep them: "hubswitch profile set ${shellWord(profile.value)} --distributor-id … --distributor-code …"`
    throw new Fault('USAGE', `The distributor ${id === undefined ? 'id' : 'code'} is missing.`, {
      next: `${hasFlags ? 'Give --distributor-id and --distributor-code, or set' : 'Set'} HUBSWITCH_DISTRIBUTOR_ID and HUBSWITCH_DISTRIBUTOR_CODE${kept}.`,
    })
  }
  return { distributorId: id, distributorCode: code }
}
