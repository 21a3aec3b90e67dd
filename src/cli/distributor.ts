import { Flags } from '@oclif/core'
import type { SettingFlags, Settings } from '../config/index.js'
import { Fault } from '../errors.js'
import { demoDistributor } from './embedded-sandbox.js'

/** Flags of every command that asks for products. */
export const distributorFlags = {
  'distributor-id': Flags.string({ summary: '[default: that of the profile] Distributor id', helpValue: '<id>' }),
  'distributor-code': Flags.string({ summary: '[default: that of the profile] Distributor code', helpValue: '<code>' }),
}

/** What those flags set. */
export function distributorSettings(flags: { 'distributor-id'?: string | undefined; 'distributor-code'?: string | undefined }): SettingFlags {
  return { distributorId: flags['distributor-id'], distributorCode: flags['distributor-code'] }
}

/**
 * Who asks for products: flags, environment, profile; on the embedded sandbox its own distributor where nothing is said.
 * @throws Fault USAGE where one of the two is missing
 */
export async function distributorOf({ distributorId, distributorCode, isEmbedded, profile }: Settings): Promise<{ distributorId: string; distributorCode: string }> {
  const demo = isEmbedded ? await demoDistributor() : undefined
  const id = distributorId.value ?? demo?.id
  const code = distributorCode.value ?? demo?.code
  if (id === undefined || code === undefined) {
    throw new Fault('USAGE', `The distributor ${id === undefined ? 'id' : 'code'} is missing.`, {
      next: `Give --distributor-id and --distributor-code, or keep them: "hubswitch profile set ${profile.value} --distributor-id … --distributor-code …".`,
    })
  }
  return { distributorId: id, distributorCode: code }
}
