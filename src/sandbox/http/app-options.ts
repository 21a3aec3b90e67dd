import type { compileWireCheck, EndpointKey, Overlay } from '../../contract/index.js'
import type { Finding } from '../../errors.js'
import type { Tokens } from '../accounts/index.js'
import type { Store } from '../store/index.js'
import type { Handlers } from './handler.js'
import type { Intercept } from './reply.js'
import type { RequestLog } from './request-log.js'

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
  /** The one place where faults are injected. */
  intercept?: Intercept
}

/** What the requests of one application share. */
export interface AppOptions extends AppSettings {
  /** Integers of a body that came as text. */
  wireFaults: (key: EndpointKey, schema: Parameters<typeof compileWireCheck>[0], body: unknown) => Finding[]
}
