// What the transport, and a whole call of the client, get out of a connection against wrk on the same server: bodies of 1, 16 and 256 KB, eight at a time.
// Undici alone is what a client in this language can reach at most.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
const AT_A_TIME = 8
const SECONDS = 5

/** Bodies as a push writes them: one array of entries that are alike. */
function bodyOf(size) {
  const entry =
    '{"room_id":101,"rate_plan_id":501,"from":"2027-01-01","to":"2027-01-31","price":"120.00","currency":"EUR","min_stay":2}'
  return `{"hotel_code":1000001,"room_settings":[${Array.from({ length: Math.ceil(size / (entry.length + 1)) }, () => entry).join(',')}]}`
}

const CLIENT = `
  import { createClient } from './src/client/index.js'
  import { createTransport, DEFAULT_TIMEOUTS } from './src/client/http/transport.js'
  import { readFileSync } from 'node:fs'
  import { Agent } from 'undici'
  const [url, seconds, atATime, way] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4]), process.argv[5]]
  const client = createClient({
    baseUrl: url, userAgent: 'hubswitch/bench', channelCredentials: () => Promise.resolve({ id: 1, duty_code: 'bench' }),
    identity: { partner: () => Promise.resolve({ partnerId: 'bench', partnerSecret: 'bench' }) },
  })
  const bytes = readFileSync(process.env.BENCH_BODY)
  const agent = new Agent({ pipelining: 1 })
  const alone = async () => (await agent.request({ origin: url, path: '/v1/room_settings', method: 'POST', body: bytes, headers: { 'content-type': 'application/json', authorization: 'Bearer x' } })).body.text()
  const transport = createTransport({ baseAddress: new URL(url), timeouts: DEFAULT_TIMEOUTS, answerBytesMax: 1e6 })
  const request = { method: 'POST', url: new URL('/v1/room_settings', url), headers: { 'content-type': 'application/json', authorization: 'Bearer x' }, body: bytes }
  const ways = { undici: alone, transport: () => transport.send(request), client: () => client.callText('rates.push', () => bytes, { isOnce: true }) }
  const send = ways[way]
  const during = async (ms) => {
    const end = performance.now() + ms
    let count = 0
    await Promise.all(Array.from({ length: atATime }, async () => {
      for (; performance.now() < end; count += 1) await send()
    }))
    return count
  }
  await during(2000)
  const started = performance.now()
  const count = await during(seconds * 1000)
  process.stdout.write(String(count / ((performance.now() - started) / 1000)))
  await Promise.all([client.close(), transport.close(), agent.close()])
`

/** Requests a second of wrk, of undici alone, of the transport and of the client, by size of body; nothing where wrk is not installed. */
export async function measureTransport(url, repeats) {
  if (spawnSync('wrk', ['-v']).error !== undefined) return []
  const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-transport-'))
  try {
    const client = path.join(folder, 'client.mjs')
    await build({
      stdin: { contents: CLIENT, resolveDir: root, loader: 'js' },
      outfile: client,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      logLevel: 'error',
      banner: {
        js: `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(${JSON.stringify(pathToFileURL(path.join(root, 'package.json')).href)});`,
      },
    })
    const results = []
    for (const size of [1, 16, 256]) {
      const body = path.join(folder, `${size}.json`)
      writeFileSync(body, bodyOf(size * 1024))
      const script = path.join(folder, `${size}.lua`)
      writeFileSync(
        script,
        `wrk.method = "POST"\nlocal file = io.open("${body}", "rb")\nwrk.body = file:read("*a")\nwrk.headers["content-type"] = "application/json"\nwrk.headers["authorization"] = "Bearer x"\n`,
      )
      const ownWay = (way) => () =>
        Number(run(process.execPath, [client, url, SECONDS, AT_A_TIME, way], { BENCH_BODY: body }))
      const wrk = () =>
        Number(
          /Requests\/sec:\s*([\d.]+)/.exec(
            run('wrk', ['-t1', `-c${AT_A_TIME}`, `-d${SECONDS}s`, '-s', script, `${url}/v1/room_settings`]),
          )?.[1],
        )
      const ways = { wrk, undici: ownWay('undici'), transport: ownWay('transport'), client: ownWay('client') }
      const found = { wrk: [], undici: [], transport: [], client: [] }
      for (let round = 0; round < repeats; round += 1)
        for (const [name, measure] of Object.entries(ways)) found[name].push(measure())
      const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]
      results.push({
        size,
        wrk: median(found.wrk),
        undici: median(found.undici),
        transport: median(found.transport),
        client: median(found.client),
      })
    }
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(command, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(command, args.map(String), {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
  return stdout
}
