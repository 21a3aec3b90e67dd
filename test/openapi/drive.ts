/**
 * Sends every operation of the sandbox's /openapi.json through a validating proxy that this project did not write, with good
 * input and with bad. Requests are made from the document alone. Ends with 1 where the proxy names a disagreement.
 * With --lie the document says that every code is a number, and the end is 0 only where the proxy notices.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DEMO_ACCOUNTS, startSandbox } from '../../src/sandbox/index.js'
import { EXAMPLE_ESTATE } from '../support/example-estate.js'

interface Parameter {
  name: string
  in: 'path' | 'query'
  example?: unknown
}
interface Operation {
  operationId: string
  security?: unknown[]
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { example: Record<string, unknown> } } }
  responses: Record<string, unknown>
}
interface Sent {
  operation: string
  what: string
  status: number
  violations: string[]
}

const [{ partnerId, secret, channelCredentials }] = DEMO_ACCOUNTS as [(typeof DEMO_ACCOUNTS)[number]]

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function startProxy(document: string, upstream: string): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort()
  const binary = path.join(import.meta.dirname, 'node_modules/.bin/prism')
  const child = spawn(binary, ['proxy', document, upstream, '--port', String(port), '--host', '127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    let text = ''
    const take = (chunk: Buffer): void => {
      text += chunk.toString()
      if (text.includes('is listening')) resolve()
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('exit', (code) => reject(new Error(`the proxy ended with ${code}: ${text}`)))
  })
  return { url: `http://127.0.0.1:${port}`, process: child }
}

/** Fills secrets and names that must be new into an example. */
function filled(operation: string, values: Record<string, unknown>): Record<string, unknown> {
  return {
    ...values,
    ...('partnerSecret' in values ? { partnerSecret: secret } : {}),
    ...('credentials' in values ? { credentials: channelCredentials } : {}),
    ...('hubSwitchId' in values ? { hubSwitchId: `NEW-${operation}` } : {}),
  }
}

function addressOf(
  base: string,
  target: string,
  { parameters, operationId }: Operation,
  change: (parameter: Parameter) => unknown = ({ example }) => example,
): string {
  const query = filled(
    operationId,
    Object.fromEntries(parameters.filter((one) => one.in === 'query').map((one) => [one.name, change(one)])),
  )
  const inPath = parameters
    .filter((one) => one.in === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(String(change(one)))), target)
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])) as [
      string,
      string,
    ][],
  ).toString()
  return `${base}${inPath}${search === '' ? '' : `?${search}`}`
}

// The examples name days of 2027.
const sandbox = await startSandbox({ now: () => Date.parse('2026-12-01T12:00:00Z') })
sandbox.seed(EXAMPLE_ESTATE)
const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-openapi-'))
const file = path.join(folder, 'openapi.json')
const document = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as {
  paths: Record<string, Record<string, Operation>>
}
const isLie = process.argv.includes('--lie')
const written = JSON.stringify(document)
writeFileSync(file, isLie ? written.replaceAll('"code":{"type":"string"}', '"code":{"type":"number"}') : written)
const proxy = await startProxy(file, sandbox.url)
const { accessToken } = (await (
  await fetch(`${sandbox.url}/api/v1/partners/get-token?partnerId=${partnerId}&partnerSecret=${secret}`, {
    method: 'POST',
  })
).json()) as { accessToken: string }
const sent: Sent[] = []

async function send(
  operation: Operation,
  what: string,
  url: string,
  method: string,
  options: { token?: string; body?: unknown },
): Promise<void> {
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const found = JSON.parse(response.headers.get('sl-violations') ?? '[]') as { location: string[]; message: string }[]
  const text = await response.text()
  const violations = found
    .filter(({ location }) => location[0] === 'response' || what === 'example')
    .map(({ location, message }) => `${location.join('.')}: ${message}`)
  const isAnswered =
    what === 'example'
      ? response.status in operation.responses && response.status < 300 && !text.includes('"success":false')
      : String(response.status) in operation.responses
  sent.push({
    operation: operation.operationId,
    what,
    status: response.status,
    violations: isAnswered
      ? violations
      : [...violations, `answered ${response.status}, which is not what the document says: ${text.slice(0, 200)}`],
  })
}

for (const [target, methods] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    const example = operation.requestBody?.content['application/json'].example
    const body = example === undefined ? undefined : filled(operation.operationId, example)
    const withBody = body === undefined ? {} : { body }
    const signed = operation.security?.length === 0 ? {} : { token: accessToken }
    const url = addressOf(proxy.url, target, operation)
    await send(operation, 'example', url, method, { ...signed, ...withBody })
    if (operation.security?.length !== 0) await send(operation, 'no token', url, method, withBody)
    if (operation.security?.length !== 0)
      await send(operation, 'wrong token', url, method, { token: 'a.b.c', ...withBody })
    for (const parameter of operation.parameters) {
      if (parameter.in === 'path' && typeof parameter.example === 'number') {
        const other = (value: unknown) =>
          addressOf(proxy.url, target, operation, (one) => (one.name === parameter.name ? value : one.example))
        await send(operation, `unknown ${parameter.name}`, other(1_999_999), method, { ...signed, ...withBody })
        await send(operation, `${parameter.name} not a number`, other('abc'), method, { ...signed, ...withBody })
      }
    }
    if (body !== undefined) {
      await send(operation, 'unknown field', url, method, { ...signed, body: { ...body, noSuchField: 1 } })
      await send(operation, 'a list as body', url, method, { ...signed, body: [] })
      if ('propertyId' in body)
        await send(operation, 'unknown propertyId', url, method, {
          ...signed,
          body: { ...body, propertyId: 1_999_999 },
        })
      if ('hotel_code' in body)
        await send(operation, 'unknown hotel', url, method, { ...signed, body: { ...body, hotel_code: 4711 } })
    }
  }
}

proxy.process.kill()
await sandbox.close()
rmSync(folder, { recursive: true, force: true })

const wrong = sent.filter(({ violations }) => violations.length > 0)
for (const { operation, what, status, violations } of wrong)
  process.stdout.write(`${operation}, ${what}, HTTP ${status}:\n${violations.map((line) => `  ${line}`).join('\n')}\n`)
process.stdout.write(
  `${new Set(sent.map(({ operation }) => operation)).size} operations, ${sent.length} requests through the proxy, ${wrong.length} disagreements.\n`,
)
process.exit((wrong.length === 0) === isLie ? 1 : 0)
