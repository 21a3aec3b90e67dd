import type { ClientInput } from '../client/index.js'
import type { ResultOf } from '../contract/index.js'
import { Fault } from '../errors.js'
import { saysTheSame } from '../property-file/content.js'
import { type Call, unlessMissing } from './property-records.js'

export interface CreatedProperty {
  property: ResultOf<'property.create'>
  /** True where no answer came and the look-up found the property. */
  isFound: boolean
}

/**
 * Creates a property. Where no answer comes it is looked up by its hubSwitchId, so that nothing is repeated blindly.
 * @throws Fault UNREACHABLE where it surely was not created; OUTCOME_UNKNOWN where that cannot be told
 */
export async function createProperty(call: Call, body: ClientInput<'property.create'>['body']): Promise<CreatedProperty> {
  try {
    return { property: await call('property.create', { body }), isFound: false }
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'OUTCOME_UNKNOWN') throw error
    const found = await unlessMissing(call('property.getByHubId', { params: { id: body.hubSwitchId } })).catch(() => error)
    if (found === undefined) {
      throw new Fault('UNREACHABLE', `No answer came, and there is no property with the hubSwitchId ${body.hubSwitchId}: it was not created.`, { next: 'Run the command again.', facts: error.facts })
    }
    if (found instanceof Fault || !(['code', 'name', 'status'] as const).every((field) => saysTheSame(found[field], body[field]))) {
      throw new Fault('OUTCOME_UNKNOWN', error.message, { next: `Run "hubswitch property get --hub-id ${body.hubSwitchId}" and see whether it is yours, before you repeat this.`, facts: error.facts })
    }
    return { property: found, isFound: true }
  }
}
