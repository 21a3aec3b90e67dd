import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunReport } from '../../src/push/index.js'
import { kindOf } from '../../src/files/index.js'
import { sendPlanned } from '../../src/cli/sending/send-planned.js'
import { type Client, createClient } from '../../src/client/index.js'
import { resolveSettings, saveProfile, type Settings, type SettingFlags } from '../../src/config/index.js'
import { type Journal, openJournal } from '../../src/journal/index.js'
import { DEMO_ACCOUNTS } from '../../src/sandbox/index.js'
import { plan, row } from '../push/support.js'
import { connect, serve } from '../client/fixtures.js'
import { json, withTokens } from '../client/scripted-server.js'
import { startTestSandbox } from '../support/sandbox.js'

/** 2030-01-01 */
const FIRST = 21_915
const ROWS = Array.from({ length: 400 }, (_, i) =>
  row(i + 2, {
    hotel: '1000001',
    room: i % 2 === 0 ? '101' : '102',
    from: FIRST + i,
    fields: { price: String(100 + (i % 7)), min_stay: 1 + (i % 3) },
  }),
)
const HOTELS = ['1', '2', '3']

describe('a push in gzip', () => {
  let folder: string
  let journal: Journal
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-gzip-'))
    journal = openJournal()
  })
  afterEach(() => {
    journal.close()
    rmSync(folder, { recursive: true })
  })

  const settingsOf = (flags: SettingFlags, env: Record<string, string> = {}): Settings =>
    resolveSettings({
      flags: { writesPerMinute: 600_000, ...flags },
      env,
      configDir: path.join(folder, 'config'),
      dataDir: path.join(folder, 'data'),
    })

  const send = (client: Client, runId: number, settings: Settings): Promise<RunReport> =>
    sendPlanned({
      command: {
        connection: () => Promise.resolve({ client } as never),
        ending: () => new AbortController().signal,
        interruption: () => new AbortController().signal,
        sending: () => ({ keepsGoing: false }),
        target: () => ({ profile: 'test', service: 'test' }),
        terminal: { stdout: false, progress: false, mayAsk: false, width: 80 },
        notice: () => undefined,
      },
      journal,
      runId,
      kind: kindOf('rates'),
      settings,
      quiet: true,
    })

  it('leaves the same nights as one without, in fewer bytes', async () => {
    const [supplier] = DEMO_ACCOUNTS
    const outcome = async (gzip: boolean) => {
      const { sandbox, url, close } = await startTestSandbox()
      const client = createClient({
        baseUrl: url,
        userAgent: 'hubswitch/test',
        identity: {
          partner: async () => ({ partnerId: supplier?.partnerId ?? '', partnerSecret: supplier?.secret ?? '' }),
        },
        channelCredentials: async () => supplier?.channelCredentials as never,
      })
      try {
        sandbox.seed()
        const { runId, requests } = await plan(journal, ROWS)
        const report = await send(client, runId as number, settingsOf({ baseUrl: url, gzip }))
        const nights = [...sandbox.settings()].filter(({ night }) => night >= FIRST)
        return { state: report.state, requests, nights, bytes: client.stats().bytesSent }
      } finally {
        await client.close()
        await close()
      }
    }
    const plain = await outcome(false)
    const zipped = await outcome(true)
    expect(plain).toMatchObject({ state: 'done', requests: 1 })
    expect(plain.nights).toHaveLength(ROWS.length)
    expect({ ...zipped, bytes: 0 }).toEqual({ ...plain, bytes: 0 })
    expect(zipped.bytes).toBeLessThan(plain.bytes / 4)
  })

  const rowsOf = HOTELS.map((hotel, i) => row(i + 2, { hotel, from: FIRST, fields: { price: '100' } }))

  it.each([
    [
      'the flag',
      { flags: { gzip: true } },
      '"hubswitch run resume 1 --no-gzip" sends the rest; leave out --gzip next time.',
    ],
    [
      'the environment',
      { env: { HUBSWITCH_GZIP: 'true' } },
      '"hubswitch run resume 1 --no-gzip" sends the rest; take HUBSWITCH_GZIP out of the environment to leave gzip out every time.',
    ],
    [
      'the profile',
      { flags: { profile: 'main' } },
      '"hubswitch run resume 1 --no-gzip" sends the rest; "hubswitch profile set main --no-gzip" leaves gzip out every time.',
    ],
  ])(
    'that the service does not take (415) stops the run with no row judged; by %s',
    async (_, { flags = {}, env = {} }: { flags?: SettingFlags; env?: Record<string, string> }, next) => {
      const server = await serve(
        withTokens(({ headers }) =>
          headers['content-encoding'] === undefined
            ? json(200, { success: true })
            : json(415, { success: false, error: { message: 'no encodings' } }),
        ),
      )
      await saveProfile(path.join(folder, 'config'), 'main', { baseUrl: server.url, limits: { gzip: true } })
      const { runId } = await plan(journal, rowsOf)
      const client = connect(server.url)
      const address = flags.profile === undefined ? { baseUrl: server.url } : {}
      const stopped = await send(client, runId as number, settingsOf({ ...address, ...flags, concurrency: 1 }, env))
      expect(stopped).toMatchObject({
        state: 'stopped',
        nights: { acknowledged: 0, rejected: 0, left: 3 },
        fault: {
          code: 'REFUSED',
          exitCode: 5,
          message: 'The service does not take requests in gzip (HTTP 415).',
          next,
        },
      })
      const pushes = server.requests.filter(({ path: target }) => target.startsWith('/v1/'))
      expect(pushes).toHaveLength(1)
      expect(gunzipSync(pushes[0]?.bytes ?? '').toString()).toContain('"hotel_code":1,')
      const resumed = await send(client, runId as number, settingsOf({ ...address, ...flags, gzip: false }, env))
      expect(resumed).toMatchObject({ state: 'done', nights: { acknowledged: 3, left: 0 } })
    },
  )

  it('a 415 to a plain request is still a word on the batch', async () => {
    const server = await serve(withTokens(() => json(415, { success: false, error: { message: 'not this type' } })))
    const { runId } = await plan(journal, rowsOf)
    const report = await send(connect(server.url), runId as number, settingsOf({ baseUrl: server.url }))
    expect(report).toMatchObject({ state: 'partial', nights: { rejected: 3 } })
  })
})
