import { defaultOverlay, type EndpointKey } from '../contract/index.js'

const NONE: Readonly<Record<string, unknown>> = {}

/**
 * The fields of an endpoint's record in our names: what they say is about the thing.
 * @param sent the body of its request, whose fields a service may show in the record
 */
export function ownFields(key: EndpointKey, sent: Readonly<Record<string, unknown>> = NONE): ReadonlySet<string> {
  return new Set([...(defaultOverlay.answerFields(key) ?? []), ...Object.keys(sent)])
}
