import { Fault } from '../errors.js'

/**
 * The id argument, where no hubSwitchId is given instead.
 * @throws Fault USAGE where neither is given, or both
 */
export function chosenProperty(id: string | undefined, hubId: string | undefined): string {
  if ((id === undefined) === (hubId === undefined)) throw new Fault('USAGE', id === undefined ? 'Which property? Give its id, or --hub-id.' : 'Give the id or --hub-id, not both.')
  return id ?? ''
}
