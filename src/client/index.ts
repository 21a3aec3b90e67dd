/** The service behind one typed call: sign-in, retries, time limits, and the judgement of every answer. */

export type { RemarkKind } from './answers/index.js'
export { createClient } from './client.js'
export { checkInput, DEFAULT_RETRY, isLoopback, readPostAddress, unlessHalted, waitBefore } from './http/index.js'
export { type PagedRows, readPages } from './pages.js'
export { createPinger, type Pinger } from './ping.js'
export { createPoster, type Poster } from './post-message.js'
export { createRelay, CutAnswer, type Relay, type RelayedAnswer } from './relay.js'
export type { Client, ClientInput, ClientOptions, RawAnswer } from './shapes.js'
export { type Found, type Probe, probeService, proxyFor, type ShownCertificate } from './probe/index.js'
export { createCardHider, createRedactor, isHidden, type TraceEvent } from './shown/index.js'
export { claimedEnd, type Identity, type StoredToken } from './sign-in/index.js'
