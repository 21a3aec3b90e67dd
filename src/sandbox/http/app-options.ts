import type { MiddlewareHandler } from 'hono'
import type { Overlay } from '../../contract/overlay/overlay.js'
import type { Tokens } from '../accounts/tokens.js'
import type { Store } from '../store/store.js'
import type { Handlers } from './handler.js'
import type { AppEnv } from './reply.js'
import type { RequestLog } from './request-log.js'
import type { EndpointKey } from '../../contract/map/map.js'
import type { compileWireCheck } from '../../contract/schema/wire-kinds.js'
import type { Finding } from '../../errors.js'


export interface AppSettings {
  store: Store
  tokens: Tokens
  handlers: Handlers
  overlay: Overlay
  /** Epoch milliseconds. */
  now: () => number
  bodyLimitBytes: number
  /** What it listens at. */
  host: string
  log: RequestLog
  dispatch: (outboxId: number) => Promise<void>
  /** Runs around every request, inside the log: the one place where faults are injected. */
  intercept?: MiddlewareHandler<AppEnv>
}
/** What the requests of one application share. */

export interface AppOptions extends AppSettings {
  /** Integers of a body that came as text. */
  wireFaults: (key: EndpointKey, schema: Parameters<typeof compileWireCheck>[0], body: unknown) => Finding[]
}
