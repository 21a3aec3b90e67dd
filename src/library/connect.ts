import { type Client, createClient, type RemarkKind } from '../client/index.js'
import { type ChannelCredentialsInput, type Overlay, type OverlayData, parseOverlay } from '../contract/index.js'
import { type Journal, openJournal, type Target } from '../journal/index.js'

export interface ConnectOptions {
  /** HTTPS, or HTTP on loopback. */
  baseUrl: string
  partnerId: string
  partnerSecret: string
  /** What `/v1/*` wants in every body: rates, inventory, rooms and products need it. */
  channelCredentials?: ChannelCredentialsInput
  /** Folder of the journal: what was sent, and what became of it. In memory unless said: then nothing can be resumed or undone by a later process. */
  dataDir?: string
  /** Keeps the runs and bookings of several accounts at one service apart. */
  account?: string
  /** Where the service differs from the wire defaults, as in a wire overlay file. */
  overlay?: OverlayData
  /** Names the program to the service. */
  userAgent?: string
  /** Told what the service warns of although it did what was asked, and what it adds in words that are more than its word of success. */
  onWarning?: (text: string, kind: RemarkKind) => void
  /** Ends every call at once, waits included. */
  signal?: AbortSignal
}

/** A service, and what this machine keeps of it. */
export interface Service {
  client: Client
  journal: Journal
  target: Target
  overlay: Overlay
  signal: AbortSignal | undefined
  dataDir: string | undefined
  close(): Promise<void>
}

/**
 * Opens a service. Nothing is sent before the first call.
 * @throws Fault USAGE for a wrong address, DATA_DIRECTORY; Error for a wrong overlay
 */
export function connect({
  baseUrl,
  partnerId,
  partnerSecret,
  channelCredentials,
  dataDir,
  account = partnerId,
  overlay: given,
  userAgent = 'hubswitch-library',
  onWarning,
  signal,
}: ConnectOptions): Service {
  const overlay = parseOverlay(given ?? {})
  const client = createClient({
    baseUrl,
    overlay,
    userAgent,
    identity: { partner: async () => ({ partnerId, partnerSecret }) },
    channelCredentials: async () => channelCredentials,
    ...(onWarning === undefined ? {} : { onWarning }),
    ...(signal === undefined ? {} : { signal }),
  })
  const journal = openJournal(dataDir)
  return {
    client,
    journal,
    overlay,
    signal,
    dataDir,
    target: { profile: account, service: new URL(baseUrl).host },
    async close() {
      await client.close()
      journal.close()
    },
  }
}
