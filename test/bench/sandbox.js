// What requests cost the sandbox on an estate of N properties: npm run bench:sandbox -- 2000 50000 [--times 20] [--base other/checkout]
// One request at a time; CPU milliseconds of the process that serves, as medians, and the first request of its kind after a start. With --base the build
// of a second checkout is asked the same, in turn with this one. Both are what `npm run build` made.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const FROM = '2026-12-01'
const NOW = Date.parse('2026-12-01T12:00:00Z')
const DAY_MS = 86_400_000

/** The process that serves: seeds, and tells its CPU time when it is asked. */
async function serve(checkout, dataDir) {
  const { startSandbox } = await import(pathToFileURL(path.join(checkout, 'dist/index.js')).href)
  const sandbox = await startSandbox({ dataDir, now: () => NOW })
  const answers = {
    seed: (properties) => sandbox.seedGenerated({ properties, seed: 42, from: FROM }),
    cpu: () => process.cpuUsage(),
    counts: () => sandbox.counts(),
    memory: () => process.memoryUsage().rss / 2 ** 20,
    close: () => sandbox.close(),
  }
  process.on('message', async ({ ask, value }) => {
    const answer = await answers[ask](value)
    process.send({ answer: answer ?? null }, () => {
      if (ask === 'close') process.exit(0)
    })
  })
  process.on('disconnect', () => process.exit(1))
  process.send({ answer: sandbox.url })
}

class Service {
  static async start(checkout, dataDir) {
    const service = new Service()
    service.child = fork(fileURLToPath(import.meta.url), ['--serve', checkout, dataDir], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    service.child.on('exit', (code) => {
      if (code !== 0) service.fail?.(new Error(`the sandbox of ${checkout} ended with ${code}`))
    })
    service.url = await service.reply()
    const { accessToken } = await (
      await fetch(`${service.url}/api/v1/partners/get-token?partnerId=demo-operator&partnerSecret=sandbox-operator`, {
        method: 'POST',
      })
    ).json()
    service.headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    return service
  }

  reply() {
    return new Promise((resolve, reject) => {
      this.fail = reject
      this.child.once('message', ({ answer }) => resolve(answer))
    })
  }

  ask(ask, value) {
    const reply = this.reply()
    this.child.send({ ask, value })
    return reply
  }

  /** Until the process has ended: only then is the log of the database gone. */
  async close() {
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    await this.ask('close')
    await ended
  }

  /** CPU milliseconds of one act of the service. */
  async cpuOf(act) {
    const before = await this.ask('cpu')
    await act()
    const { user, system } = await this.ask('cpu')
    return (user + system - before.user - before.system) / 1000
  }

  async request([method, target, body]) {
    const reply = await fetch(this.url + target, {
      method,
      headers: this.headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${target}: ${reply.status} ${text}`)
    // What an answer says of its own time and name differs by nature.
    return text.replace(/"(?:executionTime|requestId|time)":[^,}]*/g, '')
  }
}

const dayAfter = (days) => new Date(Date.parse(FROM) + days * DAY_MS).toISOString().slice(0, 10)
const stayFrom = (days, nights) => ({ checkInDate: dayAfter(days), checkOutDate: dayAfter(days + nights) })
const search = (body) => ['POST', '/api/v1/property/search-v4', { pageSize: 20, ...body }]
const facets = (body) => ['POST', '/api/v1/property/filters-count-by-geocode/v2', body]
const ROME = { latitude: '41.9028', longitude: '12.4964' }

/** Requests by kind; each time another one. */
const KINDS = {
  'search with a stay': (at) => search({ ...ROME, ...stayFrom((at * 37) % 350, 1 + (at % 7)) }),
  'search with a stay, by price': (at) =>
    search({ ...ROME, ...stayFrom((at * 41) % 350, 1 + (at % 7)), sortRequests: [{ field: 'price', order: 'ASC' }] }),
  'facets without radius': (at) => facets({ ...ROME, ratings: at % 2 === 0 ? [] : ['4'] }),
  'facets within 50 km': (at) => facets({ ...ROME, radius: 50 + at }),
  'search all, a page of 20': (at) => search({ ...ROME, pageNumber: at }),
  'search all, by name': (at) => search({ ...ROME, pageNumber: at, sortRequests: [{ field: 'name', order: 'DESC' }] }),
  'search all, by price': (at) => search({ ...ROME, pageNumber: at, sortRequests: [{ field: 'price', order: 'ASC' }] }),
  'search within 50 km': (at) => search({ ...ROME, radius: 50 + at }),
  count: () => ['GET', '/api/v1/property/count'],
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const text = (number) => (number < 10 ? number.toFixed(1) : Math.round(number).toLocaleString('en'))

function bytesOf(dataDir) {
  const size = (name) => statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0
  return size('sandbox.sqlite') + size('sandbox.sqlite-wal')
}

async function measure(checkouts, properties, times) {
  const folders = checkouts.map(() => mkdtempSync(path.join(tmpdir(), 'hubswitch-bench-sandbox-')))
  try {
    const rows = {}
    const tell = (row, at, value) => ((rows[row] ??= {})[checkouts[at].name] = value)
    for (const [at, folder] of folders.entries()) {
      const service = await Service.start(checkouts[at].path, folder)
      tell(
        'seeding, ms a property',
        at,
        text((await service.cpuOf(() => service.ask('seed', properties))) / properties),
      )
      tell('counts of nights', at, text(await service.cpuOf(() => service.ask('counts'))))
      await service.close()
      tell('size, KB a property', at, text(bytesOf(folder) / properties / 1024))
    }
    // The first request of each kind has a process of its own: what it reads in is told apart from what every request costs.
    const services = []
    for (const [at, folder] of folders.entries()) services.push(await Service.start(checkouts[at].path, folder))
    for (const [kind, requestOf] of Object.entries(KINDS)) {
      const costs = services.map(() => [])
      for (let time = 0; time <= times; time += 1) {
        const answers = []
        for (const [at, service] of services.entries())
          costs[at].push(await service.cpuOf(async () => answers.push(await service.request(requestOf(time)))))
        if (new Set(answers).size > 1)
          throw new Error(`${kind}: the answers to ${JSON.stringify(requestOf(time))} differ`)
      }
      costs.forEach(([first, ...others], at) => tell(kind, at, `${text(median(others))} (first ${text(first)})`))
    }
    for (const [at, service] of services.entries()) {
      tell('memory, MB', at, text(await service.ask('memory')))
      await service.close()
    }
    console.log(`${properties.toLocaleString('en')} properties, CPU ms`)
    console.table(rows)
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[2] === '--serve') await serve(process.argv[3], process.argv[4])
else {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { times: { type: 'string', default: '20' }, base: { type: 'string' } },
  })
  const checkouts = [
    ...(values.base === undefined ? [] : [{ name: 'base', path: path.resolve(values.base) }]),
    { name: 'this', path: root },
  ]
  for (const size of positionals.length === 0 ? ['2000'] : positionals)
    await measure(checkouts, Number(size), Number(values.times))
}
