/** The service behind one typed call: sign-in, retries, time limits, and the judgement of every answer. */

export type { ChannelCredentialsInput } from '../contract/index.js'
export type { RemarkKind } from './answers/index.js'
export { createClient, isEndpointKey } from './client.js'
export {
  checkInput,
  DEFAULT_RETRY,
  isLoopback,
  readBaseAddress,
  readPostAddress,
  type Stats,
  unlessHalted,
  waitBefore,
} from './http/index.js'
export { type PagedRows, readPages } from './pages.js'
export { createPinger, type Pinger, type PingEvent } from './ping.js'
export { createPoster, type Poster, type PosterOptions } from './post-message.js'
export type { Client, ClientInput, ClientOptions, RawAnswer } from './shapes.js'
export { createRedactor, type Redactor, type TraceEvent } from './shown/index.js'
export { claimedEnd, type Identity, type StoredToken } from './sign-in/index.js'
