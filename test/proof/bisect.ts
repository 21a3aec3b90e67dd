import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { planRun, sendRun } from '../../src/push/index.js'
import { kindOf } from '../../src/files/index.js'
import type { Row } from '../../src/files/reading/row.js'
import { sendBatch } from '../../src/push/send/send-batch.js'
import { createClient } from '../../src/client/index.js'
import { openJournal } from '../../src/journal/index.js'
import { randomFrom } from '../support/limiters.js'

/**
 * A load with a few cells that the service refuses, which says no more than `success: false`: exactly those cells are named by their source lines, all others
 * are applied, and the requests that it takes stay within the bound. Run it alone: `npx tsx test/proof/bisect.ts [seeds] [cells] [bad]`.
 */
export interface BisectReport {
  cells: number
  batches: number
  requests: number
  extra: number
  /** Bad × 2 × log2 of the largest batch. */
  bound: number
  /** Lines that were named and are not bad, and the other way round. */
  wrong: number[]
  missed: number[]
  /** Good cells that the service does not hold, or holds otherwise, and bad ones that it holds. */
  differ: number
}

const ROOMS = 50
const FIRST = 20_820
const HOTEL = '1000001'

interface Entry {
  room_id: number
  from: string
  to: string
  price: string
}

export async function proveBisect({
  seed,
  cells,
  bad,
  bodyBytes = 1_500_000,
}: {
  seed: number
  cells: number
  bad: number
  bodyBytes?: number
}): Promise<BisectReport> {
  const random = randomFrom(seed)
  const guilty = new Set<number>()
  while (guilty.size < bad) guilty.add(Math.floor(random() * cells))
  // No two neighbours are alike, so that each cell is an entry of its own.
  const place = (cell: number) => ({ room: String(101 + (cell % ROOMS)), night: FIRST + Math.floor(cell / ROOMS) })
  const priceOf = (cell: number): string => `${100 + ((cell * 7) % 900)}.${String(cell % 100).padStart(2, '0')}`
  const rows: Row[] = Array.from({ length: cells }, (_, cell) => {
    const { room, night } = place(cell)
    return {
      file: 0,
      line: cell + 2,
      hotel: HOTEL,
      room,
      plan: '',
      from: night,
      until: night + 1,
      days: 127,
      fields: { price: priceOf(cell), min_stay: 1 + (cell % 3) },
    }
  })
  const refused = new Set([...guilty].map((cell) => `${place(cell).room} ${place(cell).night}`))
  const held = new Map<string, string>()
  const nightOf = (day: string): number => Date.parse(day) / 86_400_000
  let requests = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/api/v1/partners') === true)
      return void response.end(JSON.stringify({ tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' }))
    requests += 1
    const entries = (JSON.parse(body) as { room_settings: Entry[] }).room_settings
    const spread = entries.flatMap(({ room_id: room, from, to, price }) =>
      Array.from({ length: nightOf(to) - nightOf(from) + 1 }, (_, at) => ({
        key: `${room} ${nightOf(from) + at}`,
        price,
      })),
    )
    const isGood = spread.every(({ key }) => !refused.has(key))
    if (isGood) for (const { key, price } of spread) held.set(key, price)
    response.end(JSON.stringify(isGood ? { success: true, error: null } : { success: false }))
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const journal = openJournal()
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    userAgent: 'hubswitch/proof',
    channelCredentials: () => Promise.resolve({ id: 1, duty_code: 'd' }),
    identity: { partner: () => Promise.resolve({ partnerId: 'p', partnerSecret: 's' }) },
  })
  try {
    const kind = kindOf('rates')
    const target = { profile: 'proof', service: 'proof' }
    const options = {
      bodyLimitBytes: bodyBytes,
      changesOnly: false,
      overlapLastWins: false,
      skipInvalid: false,
      weekdayMasks: false,
      end: 'inclusive' as const,
      fieldName: (path: string) => path.slice(path.lastIndexOf('.') + 1),
    }
    const chunks = (async function* () {
      yield { rows, bad: [], rowsRead: rows.length, bytesRead: 0 }
    })()
    const { runId } = await planRun({
      kind,
      chunks,
      files: [{ name: 'load.csv' }],
      journal,
      target,
      options,
      persist: true,
    })
    const report = await sendRun({
      journal,
      runId: runId as number,
      concurrency: 8,
      send: (batch) => sendBatch(client, kind, batch),
    })
    const named = new Set([...journal.batches.rejectedLines(runId as number)].map(({ line }) => line - 2))
    const largest = Math.max(...[...journal.batches.list(runId as number)].map(({ entries }) => entries))
    const differ = rows.filter((_, cell) => {
      const { room, night } = place(cell)
      return held.get(`${room} ${night}`) !== (guilty.has(cell) ? undefined : priceOf(cell))
    }).length
    if (report.requests !== requests)
      throw new Error(`the run counts ${report.requests} requests, the service ${requests}`)
    return {
      cells,
      batches: report.batches.planned,
      requests,
      extra: report.extraRequests,
      bound: Math.floor(bad * 2 * Math.log2(largest)),
      wrong: [...named].filter((cell) => !guilty.has(cell)),
      missed: [...guilty].filter((cell) => !named.has(cell)),
      differ,
    }
  } finally {
    await client.close()
    journal.close()
    server.closeAllConnections()
    server.close()
  }
}

if (process.argv[1]?.endsWith('bisect.ts') === true) {
  const [seeds = 20, cells = 50_000, bad = 37] = process.argv.slice(2).map(Number)
  let isGood = true
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { wrong, missed, ...report } = await proveBisect({ seed, cells, bad })
    isGood &&= wrong.length + missed.length + report.differ === 0 && report.extra <= report.bound
    process.stdout.write(`${JSON.stringify({ seed, ...report, wrong: wrong.length, missed: missed.length })}\n`)
  }
  process.stdout.write(isGood ? 'All named, nothing else refused, within the bound.\n' : 'NOT as it should be.\n')
  process.exitCode = isGood ? 0 : 1
}
