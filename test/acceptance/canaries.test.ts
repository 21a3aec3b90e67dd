import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine } from '../support/cli.js'

const SECRET = 'zq7é+W/k"9&c<R>t=Ux4 vB'
const TOKEN = `opq.Tk+8Vw/3~Zm_5Jr-7Hs=${'Qy2Lx9'.repeat(8)}`
const DUTY = 'dy4-Kp%8\\nF3§wG6'
const PMS = 'pmß{5Xc}7Vb"1Nm,2Ql'

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(`user:${secret}`).toString('base64'),
  Array.from({ length: secret.length }, (_, at) => `\\u${secret.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  ),
  Buffer.from(secret).toString('hex'),
  [...secret].map((character) => `&#${character.codePointAt(0)};`).join(''),
]
const ALL = [SECRET, TOKEN, DUTY, PMS].flatMap(spellings)
/** Half of a spelling is enough to be seen, as it stands and within JSON. */
const NEEDLES = [
  ...new Set(
    ALL.flatMap((text) => [text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.floor(text.length / 2))]).flatMap(
      (half) => [half, JSON.stringify(half).slice(1, -1)],
    ),
  ),
]
const told = (): string => ALL.join(' | ')
const inHeader = ALL.filter((text) => /^[\x20-\x7e]+$/.test(text))
  .join(' | ')
  .slice(0, 6_000)

/** A careless service: whatever it answers holds all it knows. */
function answerTo(request: IncomingMessage): { status: number; body: string; headers?: Record<string, string> } {
  const { pathname } = new URL(request.url ?? '/', 'http://x')
  if (pathname.startsWith('/ping')) return { status: 200, body: 'ok' }
  if (pathname.endsWith('-token'))
    return {
      status: 200,
      body: JSON.stringify({ tokenType: 'Bearer', expiresIn: 3_600, accessToken: TOKEN, note: told() }),
    }
  if (pathname.endsWith('/torn')) return { status: 200, body: JSON.stringify({ message: told() }).slice(0, -5) }
  if (pathname.endsWith('/page'))
    return { status: 400, body: `<html><title>${told()}</title><body>${told()}</body></html>` }
  if (pathname.endsWith('/away'))
    return {
      status: 302,
      body: told(),
      headers: { location: `https://elsewhere.example/${encodeURIComponent(inHeader)}` },
    }
  const isRead = request.method === 'GET'
  return {
    status: isRead ? 200 : 400,
    body: JSON.stringify({
      success: isRead,
      result: isRead ? { id: 1_000_001, name: told(), [told()]: [told()] } : null,
      message: told(),
      errors: [{ field: told(), message: told() }],
    }),
  }
}

let machine: Machine
let server: Server
let env: Record<string, string>
const heard: string[] = []

beforeAll(async () => {
  machine = await freshMachine()
  server = createServer((request, response) => {
    let body = ''
    request
      .on('data', (piece: Buffer) => {
        body += String(piece)
      })
      .on('end', () => {
        if (request.url?.startsWith('/ping') === true) heard.push(`${request.url} ${body}`)
        const { status, body: answer, headers } = answerTo(request)
        response.writeHead(status, { 'content-type': 'application/json', 'x-note': inHeader, ...headers }).end(answer)
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  env = {
    HUBSWITCH_BASE_URL: url,
    HUBSWITCH_PARTNER_ID: 'demo',
    HUBSWITCH_PARTNER_SECRET: SECRET,
    HUBSWITCH_PING_URL: `${url}/ping`,
    HUBSWITCH_CHANNEL_CREDENTIALS: JSON.stringify({ id: 1, duty_code: DUTY, user: 'demo' }),
    HUBSWITCH_PMS_CREDENTIALS: JSON.stringify({ username: 'front', password: PMS }),
  }
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await machine.remove()
})

function expectNone(where: string, data: string): void {
  for (const needle of NEEDLES)
    if (data.includes(needle))
      throw new Error(
        `${where} shows ${needle}: ${data.slice(Math.max(0, data.indexOf(needle) - 80), data.indexOf(needle) + 80)}`,
      )
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => path.join(folder, name))
    .flatMap((file) => (statSync(file).isDirectory() ? filesBelow(file) : [file]))
}

describe('secrets that a service answers in many spellings are seen nowhere', () => {
  it.each([
    'auth whoami --debug',
    'api GET /api/v1/properties/1000001 --debug',
    'api GET /api/v1/torn --json',
    'api POST /api/v1/page --debug --yes',
    'api GET /api/v1/away --json',
    'property get 1000001 --json',
    'unit add 1000001 --file samples/room-double.yaml --json --yes',
    'rates push samples/rates.csv --yes --debug --log-file LOG --summary SUMMARY.json',
  ])(
    '%s',
    async (line) => {
      const args = line
        .split(' ')
        .map((word) =>
          /^[A-Z]{3,}(?:\.json)?$/.test(word) && /^(?:LOG|SUMMARY)/.test(word) ? path.join(machine.folder, word) : word,
        )
      const { code, stdout, stderr } = await machine.run(args, { env })
      expect(code, stderr).not.toBe(2)
      expect(stdout + stderr).toContain('[secret]')
      expectNone('standard output', stdout)
      expectNone('standard error', stderr)
    },
    60_000,
  )

  it('nor in what is kept, or told a monitor', () => {
    const kept = filesBelow(machine.folder).filter((file) => !file.includes(`${path.sep}cache${path.sep}`))
    expect(
      kept.some((file) => file.endsWith('LOG')) &&
        kept.some((file) => file.endsWith('SUMMARY.json')) &&
        kept.some((file) => file.includes(`${path.sep}data${path.sep}`)),
    ).toBe(true)
    for (const file of kept) expectNone(file, readFileSync(file, 'utf8'))
    expect(heard.length).toBeGreaterThan(0)
    expectNone('the monitor', heard.join('\n'))
  })
})
