import type { CheckedInputOf, EndpointKey, EndpointOf, HandlerResultOf, Overlay } from '../../contract/index.js'
import type { Account, Tokens } from '../accounts/index.js'
import type { Store } from '../store/index.js'

/** What a handler works with besides the checked request. */
export interface PublicContext {
  store: Store
  tokens: Tokens
  overlay: Overlay
  /** Epoch milliseconds of the sandbox's clock. */
  now: () => number
  /** Whole milliseconds since the request arrived. */
  elapsedMs: () => number
  /** Sets a notification of the outbox on its way; resolves when it has had its first attempt, or when the caller has waited long enough. */
  dispatch: (outboxId: number) => Promise<void>
}

export interface Context extends PublicContext {
  account: Account
}

export type ContextOf<K extends EndpointKey> = EndpointOf<K> extends { identity: 'none' } ? PublicContext : Context

/** Serves one endpoint. Throws Refusal; its reply is checked against the contract before it goes out. */
export type Handler<K extends EndpointKey> = (
  input: CheckedInputOf<K>,
  context: ContextOf<K>,
) => HandlerResultOf<K> | Promise<HandlerResultOf<K>>

/** One handler for every endpoint: a missing one does not compile. */
export type Handlers = { [K in EndpointKey]: Handler<K> }
