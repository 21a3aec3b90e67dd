/** All endpoints by their keys. */

export {
  type CheckedInputOf,
  contract,
  endpointAt,
  type EndpointKey,
  endpointOf,
  type EndpointOf,
  endpoints,
  type HandlerResultOf,
  type InputOf,
  type ResultOf,
  secretNames,
} from './map.js'
