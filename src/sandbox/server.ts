import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultOverlay, type Overlay } from '../contract/index.js'
import { Fault } from '../errors.js'
import { Tokens } from './accounts/index.js'
import { type BookingChange, type BookingChanged, cancelBooking, Holds, modifyBooking } from './booking/index.js'
import { type EstateOptions, seedEstate } from './estate/index.js'
import { type FaultRule, FaultRules, injectFaults } from './faults/index.js'
import { handlers } from './handlers/index.js'
import { createApp, type RequestLog } from './http/index.js'
import { Outbox, OutboxSender, type PmsOptions } from './outbox/index.js'
import { type SeedData, type SeedReport, seedStore } from './seed/index.js'
import { Clock, type InventoryCell, openStore, type SettingCell, type Store, type StoreCounts } from './store/index.js'

export interface SandboxOptions {
  /** Where its data lives; absent = in memory, gone when it closes. */
  dataDir?: string
  /** 0 = any free port. */
  port?: number
  /** Local name or address to listen at; loopback unless said. */
  host?: string
  /** Secrets in place of the public ones, by partner id, as long as this one serves: an account that is not named cannot sign in. */
  secrets?: ReadonlyMap<string, string>
  /** Names and habits of the service that it imitates. */
  overlay?: Overlay
  /** Called once per request. */
  log?: RequestLog
  /** The machine's clock, epoch milliseconds; the sandbox's own may be moved: `clock`. */
  now?: () => number
  /** Largest request body; 8 MB unless said. */
  bodyLimitBytes?: number
  /** How it reaches the PMS; absent = notifications stay in the outbox. Where they go is kept in its data: `outbox.address`. */
  pms?: PmsOptions
  /** How long a confirmation waits for the first attempt of its notification, so that its answer can say delivered; 2000 unless said. */
  confirmWaitMs?: number
  /** Faults on order, in place of those that its data may hold. */
  faults?: readonly FaultRule[]
}

export interface Sandbox {
  /** Base address, without a slash at the end. */
  url: string
  port: number
  /** Finishes what is in flight, then frees port and data. */
  close(): Promise<void>
  /** Removes all data; accounts and tokens stay valid. */
  reset(): void
  /** Adds properties that are not there yet; without data, a small estate. */
  seed(data?: SeedData): SeedReport
  /** Adds a generated estate, with a year of rates from its first night on. */
  seedGenerated(options: EstateOptions): SeedReport
  counts(): StoreCounts
  /** Whether it has no properties. */
  isEmpty(): boolean
  /** Every night that has a rate or a restriction. */
  settings(): Iterable<SettingCell>
  /** Every night that has a count. */
  inventory(): Iterable<InventoryCell>
  /** Notifications to the PMS. */
  outbox: Outbox
  /** Administrator's acts; the PMS hears of them. */
  cancelBooking(bookingId: string): Promise<BookingChanged>
  modifyBooking(bookingId: string, change: BookingChange): Promise<BookingChanged>
  /** Faults on order. */
  faults: FaultRules
  /** In place of all that were there. */
  setFaults(rules: readonly FaultRule[]): void
  clock: Clock
  /** How long pending reservations keep their units. */
  holds: Holds
}

const BODY_LIMIT_BYTES = 8 * 1024 * 1024
/** Longer than a client keeps an idle connection, so that none is cut as a request sets out on it. */
const KEEP_ALIVE_MS = 65_000
const CLOSE_GRACE_MS = 2_000
const CONFIRM_WAIT_MS = 2_000

/**
 * Starts the service on this machine.
 * @throws Fault DATA_DIRECTORY, or USAGE where the port cannot be had
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    dataDir,
    port = 0,
    host = '127.0.0.1',
    overlay = defaultOverlay,
    log = () => undefined,
    now: machine = Date.now,
    bodyLimitBytes = BODY_LIMIT_BYTES,
  } = options
  const { pms, confirmWaitMs = CONFIRM_WAIT_MS } = options
  const store = openStore(dataDir)
  try {
    store.accounts.replaceSecrets(options.secrets)
    const outbox = new Outbox(store, pms === undefined ? undefined : new OutboxSender(store, pms))
    const dispatch = (id: number): Promise<void> => outbox.dispatch(id, confirmWaitMs)
    const clock = new Clock(store, machine)
    const { now } = clock
    const faults = new FaultRules(store)
    const parts = { store, outbox, clock, faults, office: { store, now, dispatch } }
    if (options.faults !== undefined) replaceFaults(parts, options.faults)
    const app = createApp({
      dispatch,
      store,
      tokens: new Tokens(store.signingKey(), now),
      handlers,
      overlay,
      now,
      bodyLimitBytes,
      host,
      log,
      intercept: injectFaults(faults),
    })
    const server = createServer(app)
    server.keepAliveTimeout = KEEP_ALIVE_MS
    const address = await listen(server, port, host)
    outbox.wake()
    return sandboxOf(parts, server, address.port, host)
  } catch (error) {
    store.close()
    throw error
  }
}

interface Parts {
  store: Store
  outbox: Outbox
  clock: Clock
  faults: FaultRules
  office: Parameters<typeof cancelBooking>[0]
}

function replaceFaults({ store, faults }: Pick<Parts, 'store' | 'faults'>, rules: readonly FaultRule[]): void {
  store.transaction(() => {
    faults.clear()
    rules.forEach((rule) => faults.add(rule))
  })
}

function sandboxOf(parts: Parts, server: Server, port: number, host: string): Sandbox {
  const { store, outbox, clock, faults, office } = parts
  let closing: Promise<void> | undefined
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: () =>
      (closing ??= closeServer(server)
        .then(() => outbox.close())
        .finally(() => store.close())),
    reset: () => store.clear(),
    seed: (data) => seedStore(store, data),
    seedGenerated: (estate) => seedEstate(store, estate),
    counts: () => store.counts(),
    isEmpty: () => store.properties.isEmpty(),
    settings: () => store.cells.settings(),
    inventory: () => store.cells.inventory(),
    outbox,
    cancelBooking: (bookingId) => cancelBooking(office, bookingId),
    modifyBooking: (bookingId, change) => modifyBooking(office, bookingId, change),
    faults,
    setFaults: (rules) => replaceFaults(parts, rules),
    clock,
    holds: new Holds(store),
  }
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new Fault('USAGE', `The sandbox cannot listen on ${host}, port ${port} (${error.code ?? error.name}).`, {
          next:
            error.code === 'EADDRINUSE' || error.code === 'EACCES'
              ? 'Choose another port.'
              : 'Name an address of this machine with --host.',
          cause: error,
        }),
      )
    })
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
