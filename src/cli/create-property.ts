import type { ClientInput } from '../client/index.js'
import type { ResultOf } from '../contract/index.js'
import { Fault } from '../errors.js'
import { fateOf, wasAnswered } from '../outcome/index.js'
import { saysTheSame } from '../property-file/content.js'
import { type Call, unlessMissing } from './property-records.js'
import { faultOrThrow } from './settle-attempt.js'

export interface CreatedProperty {
  property: ResultOf<'property.create'>
  /** Why the look-up had to tell; undefined where the answer itself did. */
  doubt?: Fault | undefined
}

/**
 * Creates a property. Where the answer leaves a doubt it is looked up by its hubSwitchId, so that nothing is repeated blindly.
 * @throws Fault REFUSED; UNREACHABLE where it surely was not created; OUTCOME_UNKNOWN where that cannot be told
 */
export async function createProperty(call: Call, body: ClientInput<'property.create'>['body']): Promise<CreatedProperty> {
  try {
    return { property: await call('property.create', { body }) }
  } catch (error) {
    if (!(error instanceof Fault) || fateOf(error) !== 'unknown') throw error
    const found = await unlessMissing(call('property.getByHubId', { params: { id: body.hubSwitchId } })).catch(faultOrThrow)
    const facts = error.facts
    if (found === undefined && !wasAnswered(error)) {
      throw new Fault('UNREACHABLE', `No answer came, and the service holds no property with the hubSwitchId ${body.hubSwitchId}.`, { next: 'Run the command again.', facts: { ...facts, fate: 'absent' } })
    }
    const isOurs = found !== undefined && !(found instanceof Fault) && (['code', 'name', 'status'] as const).every((field) => saysTheSame(found[field], body[field]))
    if (isOurs) return { property: found, doubt: error }
    const seen =
      found === undefined ? 'A look-up does not find it, which proves nothing: the service did answer.' : found instanceof Fault ? `The look-up failed as well: ${found.message}` : `The property ${found.id} that has this hubSwitchId says something else.`
    throw new Fault('OUTCOME_UNKNOWN', `${error.message} ${seen}`, { next: `Run "hubswitch property get --hub-id ${body.hubSwitchId}" and see whether it is yours, before you repeat this.`, facts, findings: error.findings })
  }
}
