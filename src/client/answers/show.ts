import {
  defaultOverlay,
  type EndpointKey,
  endpoints,
  type EndpointSpec,
  maskSecrets,
  type Overlay,
  secretNames,
  writeJson,
} from '../../contract/index.js'
import { holdsSecrets } from '../shown/index.js'
import { bodyOf } from './answer.js'

/** The contract's secret names and those that the overlay gives them. */
export function wireSecretNames(overlay: Overlay): ReadonlySet<string> {
  const names = new Set(secretNames)
  // Nothing has another name there, and a look at each would make the whole contract at each start.
  if (overlay === defaultOverlay) return names
  for (const { key, endpoint } of endpoints)
    for (const name of secretNames)
      for (const path of [name, ...(endpoint.dialect.name === 'channelApi' ? [`credentials.${name}`] : [])])
        names.add(overlay.fieldName(key, path).split('.').at(-1) as string)
  return names
}

/** An answer as a trace may show it: masked by the endpoint's marks. Where it holds secrets and is torn, only its length. */
export function showAnswer(key: EndpointKey, endpoint: EndpointSpec, overlay: Overlay, text: string): string {
  if (!holdsSecrets(endpoint.result)) return text
  const body = bodyOf({ text })
  if (body === undefined) return `(${text.length} characters, not shown)`
  const mask = (result: unknown): unknown => maskSecrets(endpoint.result, overlay.fromWire(key, result))
  if (endpoint.bare === true) return writeJson(mask(body))
  return typeof body === 'object' && body !== null && 'result' in body
    ? writeJson({ ...body, result: mask(body.result) })
    : text
}
