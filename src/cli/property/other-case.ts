import { Fault } from '../../errors.js'
import { type Call, findByHubId } from '../../property-file/index.js'

/** What two hubSwitchIds have in common that differ in capitals or Unicode form alone: a person means one house by them. */
export const foldedId = (hubSwitchId: string): string => hubSwitchId.normalize('NFC').toLowerCase()

/**
 * Looks, where the service has none of this hubSwitchId, for one in capitals or in small letters: a second house would be created beside the one that is meant.
 * @throws Fault GUARD_RAIL naming it
 */
export async function refuseOtherCase(call: Call, hubSwitchId: string, field: string): Promise<void> {
  for (const other of new Set([hubSwitchId.toUpperCase(), hubSwitchId.toLowerCase()])) {
    if (other === hubSwitchId || other.length !== hubSwitchId.length) continue
    // The look for the very id has told already that it is not there; one more that fails takes nothing from that.
    const found = await findByHubId(call, other).catch((error: unknown) => {
      if (error instanceof Fault && error.code !== 'INTERRUPTED') return undefined
      throw error
    })
    if (found === undefined) continue
    throw new Fault(
      'GUARD_RAIL',
      `There is no property with the hubSwitchId ${hubSwitchId}, but ${found.id} has ${other}, which differs only in capitals. Nothing was sent.`,
      {
        findings: [{ field, value: hubSwitchId, reason: `is ${other} on the service` }],
        next: `Write ${other} if it is that one. If it is another one, give it a hubSwitchId that differs in more than capitals.`,
        facts: { propertyId: found.id, hubSwitchId },
      },
    )
  }
}
