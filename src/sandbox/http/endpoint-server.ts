import type * as z from '../../zod/index.js'
import {
  checkValue,
  collectSecretNames,
  type EndpointKey,
  endpointOf,
  type EndpointSpec,
  wideAsText,
  wordsNotListed,
} from '../../contract/index.js'
import type { Finding } from '../../errors.js'
import type { Account } from '../accounts/index.js'
import { Refusal } from '../ground/index.js'
import type { AppOptions } from './app-options.js'
import type { Context, Handler } from './handler.js'
import { type Answer, type Call, elapsedMs, jsonAnswer, refusalAnswer } from './reply.js'
import { namedHotel } from './request-log.js'
import { readJsonBody } from './request-body.js'

type Input = { params?: unknown; query?: unknown; body?: unknown }
type AnyHandler = (input: Input, context: Context) => unknown

/** A handler's reply that the contract does not allow: a fault of the sandbox, never of the caller. */
class BrokenReply extends Error {
  constructor(key: EndpointKey, findings: readonly Finding[]) {
    super(
      `the reply of ${key} breaks the contract: ${findings.map(({ field, reason }) => `${field ?? 'result'} ${reason}`).join('; ')}`,
    )
    this.name = 'BrokenReply'
  }
}

/** Serves one request: identity, the contract's checks, the handler, the contract's check of its reply. */
export async function serveEndpoint(call: Call, key: EndpointKey, options: AppOptions): Promise<Answer> {
  const endpoint = endpointOf(key)
  const { dialect, bare, successStatus = 200 } = endpoint
  const { overlay } = options
  try {
    const account = endpoint.identity === 'none' ? undefined : await authenticate(call, options)
    const input = await readInput(call, key, endpoint, options)
    if (dialect.needsChannelCredentials) requireChannelCredentials(input, account, options)
    const handler = options.handlers[key] as Handler<EndpointKey> as AnyHandler
    // An endpoint without identity has a handler whose context type has no account.
    const context = {
      store: options.store,
      tokens: options.tokens,
      overlay,
      now: options.now,
      elapsedMs: () => elapsedMs(call),
      dispatch: options.dispatch,
      account,
    } as Context
    const result = await handler(input, context)
    const checked = checkValue(endpoint.result, result)
    if (!checked.ok) throw new BrokenReply(key, checked.findings)
    const reply = overlay.toWire(key, result, 'answer')
    return jsonAnswer(
      call,
      successStatus,
      bare === true ? reply : dialect.writeSuccess(reply, elapsedMs(call)),
      holdsSecret(endpoint) ? { 'cache-control': 'no-store' } : {},
    )
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(call, dialect, error)
    throw error
  }
}

function holdsSecret({ result }: EndpointSpec): boolean {
  const names = new Set<string>()
  collectSecretNames(result, names)
  return names.size > 0
}

async function authenticate(call: Call, { tokens, store }: AppOptions): Promise<Account> {
  const [scheme, token, ...rest] = (call.incoming.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0)
    throw new Refusal(401, 'A bearer token is required.', { code: 'UNAUTHORIZED' })
  const partnerId = await tokens.subjectOf(token)
  const account = partnerId === undefined ? undefined : store.accounts.byPartnerId(partnerId)
  if (account === undefined)
    throw new Refusal(401, 'The bearer token is invalid or has expired.', { code: 'UNAUTHORIZED' })
  call.account = account.partnerId
  return account
}

async function readInput(
  call: Call,
  key: EndpointKey,
  endpoint: EndpointSpec,
  { overlay, bodyLimitBytes, wireFaults }: AppOptions,
): Promise<Input> {
  const input: Input = {}
  const findings: Finding[] = []
  const check = (part: keyof Input, schema: z.ZodType | undefined, value: unknown): void => {
    if (schema === undefined) return
    const checked = checkValue(schema, value)
    if (checked.ok) input[part] = checked.value
    const faults = checked.ok ? wordsNotListed(schema, checked.value) : checked.findings
    // A field is named once, by the first thing that is wrong with it.
    findings.push(
      ...faults.filter(({ field }) => field === undefined || !findings.some((known) => known.field === field)),
    )
  }
  check('params', endpoint.params, call.params)
  const query = queryOf(call)
  noteHotel(call, query['propertyId'])
  if (endpoint.query === undefined)
    findings.push(...Object.keys(query).map((field) => ({ field, reason: 'is no query parameter of this endpoint' })))
  check('query', endpoint.query, overlay.fromWire(key, query, 'request'))
  if (endpoint.body !== undefined) {
    const { value, hasWide } = await readJsonBody(call.incoming, bodyLimitBytes)
    const body = overlay.fromWire(key, value, 'request')
    noteHotel(call, ...hotelsIn(body))
    findings.push(...wireFaults(key, endpoint.body, body))
    check('body', endpoint.body, hasWide ? wideAsText(body) : body)
  }
  const [first] = findings
  if (first !== undefined) {
    throw new Refusal(400, `The request is not valid: ${first.field ?? 'the body'} ${first.reason}.`, {
      code: 'INVALID_REQUEST',
      details: findings.map(detailOf),
    })
  }
  return input
}

function noteHotel(call: Call, ...candidates: readonly unknown[]): void {
  const hotel = namedHotel(...candidates)
  if (hotel !== undefined) call.hotel = hotel
}

/** The names under which a body has its hotel. */
function hotelsIn(body: unknown): unknown[] {
  const { hotel_code: code, propertyId } = (body ?? {}) as { hotel_code?: unknown; propertyId?: unknown }
  return [code, propertyId]
}

/** A value given once as text, given more often as a list, which no schema takes by accident. */
function queryOf({ query }: Call): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name)
      return [name, values.length === 1 ? (values[0] as string) : values]
    }),
  )
}

const detailOf = ({ field, reason, value }: Finding) => ({
  ...(field === undefined ? {} : { field }),
  message: value === undefined ? reason : `${reason} (${value})`,
})

function requireChannelCredentials({ body }: Input, account: Account | undefined, { store }: AppOptions): void {
  const { credentials } = body as { credentials: { id: number | string; duty_code: string; user?: string } }
  if (account !== undefined && store.accounts.ownsChannelCredentials(account, credentials)) return
  const message = 'The credentials are not those of this account.'
  throw new Refusal(403, message, { code: 'INVALID_CREDENTIALS', details: [{ field: 'credentials', message }] })
}
