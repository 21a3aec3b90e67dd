import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A service of the same family that speaks its own way, written by hand and sharing nothing with the project: other names, other places of fields, its
 * own envelope and states, pages from 1, `until` the morning after. It refuses whatever is not spelt exactly its way.
 */
export interface OtherService {
  url: string
  /** Requests by path, bodies parsed. */
  received: { method: string; path: string; query: Record<string, string>; body: unknown; text: string }[]
  to(path: string): OtherService['received']
  close(): Promise<void>
}

type Body = Record<string, unknown>
interface Reply {
  status: number
  body: unknown
}

const CREDENTIALS = '{"agency":"AG-17","serial":12345678901234567890,"pin":"0042-pin"}'
export const OTHER_CREDENTIALS = CREDENTIALS

const done = (data: unknown): Reply => ({
  status: 200,
  body: { data, outcome: { code: 'DONE', text: 'ok' }, took: '3' },
})
const fault = (text: string): Reply => ({
  status: 200,
  body: { data: null, outcome: { code: 'ABORTED', text, faults: [{ field: 'body', message: text }] } },
})
const wrong = (text: string): Reply => ({ status: 200, body: { ok: 'false', problem: { text: null, message: text } } })

/** Whether an object has exactly these keys, optional ones with a question mark. */
function hasKeys(value: unknown, ...keys: string[]): value is Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const own = Object.keys(value)
  const must = keys.filter((key) => !key.endsWith('?'))
  return must.every((key) => own.includes(key)) && own.every((key) => keys.includes(key) || keys.includes(`${key}?`))
}

const isDay = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
const isPeriod = (value: unknown): boolean =>
  hasKeys(value, 'from', 'until') &&
  isDay(value['from']) &&
  isDay(value['until']) &&
  String(value['from']) < String(value['until'])

function faultOfRate(entry: unknown): string | undefined {
  if (!hasKeys(entry, 'roomId', 'period', 'amount?', 'rules?')) return `entry ${JSON.stringify(entry)}`
  if (!isPeriod(entry['period'])) return `period ${JSON.stringify(entry['period'])}`
  const { amount, rules } = entry
  if (amount !== undefined && !(hasKeys(amount, 'value', 'currency?') && typeof amount['value'] === 'string'))
    return `amount ${JSON.stringify(amount)}`
  if (rules !== undefined && !hasKeys(rules, 'minNights?', 'stop?', 'noArrival?'))
    return `rules ${JSON.stringify(rules)}`
  const flags = [(rules as Body | undefined)?.['stop'], (rules as Body | undefined)?.['noArrival']]
  return flags.every((flag) => flag === undefined || flag === 'Y' || flag === 'N')
    ? undefined
    : `flags ${JSON.stringify(rules)}`
}

export async function startOtherService(): Promise<OtherService> {
  const received: OtherService['received'] = []
  const properties = new Map<number, Body>()
  const bookings = new Map<string, Body>()
  const units = Array.from({ length: 250 }, (_, at) => ({
    id: String(101 + at),
    units: at === 7 ? null : '4',
    names: null,
  }))

  const push = (text: string, body: unknown, faultOf: (entry: unknown) => string | undefined): Reply => {
    if (!text.startsWith(`{"credentials":${CREDENTIALS},`)) return wrong(`credentials: ${text.slice(0, 100)}`)
    if (
      !hasKeys(body, 'credentials', 'hotel') ||
      !hasKeys(body['hotel'], 'id', 'changes') ||
      !Array.isArray(body['hotel']['changes'])
    )
      return wrong('shape of the body')
    const found = body['hotel']['changes'].map(faultOf).find((reason) => reason !== undefined)
    return found === undefined ? { status: 200, body: { ok: 'YES', problem: null } } : wrong(found)
  }

  const answer = (method: string, path: string, query: Record<string, string>, body: Body, text: string): Reply => {
    switch (`${method} ${path.replace(/\d{7}$/, 'N')}`) {
      case 'POST /api/v1/partners/get-token':
        return hasKeys(query, 'client', 'key')
          ? { status: 200, body: { token: `issued-to-${query['client']}`, valid_for: '900' } }
          : { status: 401, body: { outcome: { code: 'ABORTED', text: 'no client' } } }
      case 'POST /api/v1/properties': {
        if (!hasKeys(body, 'externalId', 'status', 'code', 'title') || body['status'] !== 1)
          return fault(`property ${text}`)
        const stored = {
          id: String(1_000_001 + properties.size),
          ...body,
          homeCurrency: { id: null, code: 'EUR' },
          novel: [null],
        }
        properties.set(Number(stored.id), stored)
        return done(stored)
      }
      case 'PUT /api/v1/properties/N': {
        const stored = { ...properties.get(Number(path.slice(-7))), ...body }
        properties.set(Number(path.slice(-7)), stored)
        return done(stored)
      }
      // Most endpoints have the envelope. This one has none.
      case 'GET /api/v1/properties/N':
        return properties.has(Number(path.slice(-7)))
          ? { status: 200, body: properties.get(Number(path.slice(-7))) }
          : { status: 404, body: { outcome: { code: 'ABORTED', text: 'unknown property' } } }
      case 'GET /api/v1/sellable-unit/paging/by-property': {
        const [page, size] = [Number(query['pageNo']), Number(query['size'])]
        if (!(page >= 1)) return fault('pageNo begins at 1')
        return done({
          rows: units.slice((page - 1) * size, page * size),
          pageNumber: page,
          total: String(units.length),
        })
      }
      case 'POST /v1/rooms':
        if (!text.startsWith(`{"credentials":${CREDENTIALS},`) || !hasKeys(body['hotel'], 'id')) return wrong('rooms')
        return {
          status: 200,
          body: {
            hotel: { id: 1_000_001 },
            rooms: [
              { roomId: '101', label: null, available: '12' },
              { roomId: '102', label: 'Suite' },
              { roomId: '103' },
            ],
          },
        }
      case 'POST /v1/room_settings':
        return push(text, body, faultOfRate)
      case 'POST /v1/inventory':
        return push(text, body, (entry) =>
          hasKeys(entry, 'roomId', 'period', 'free') && isPeriod(entry['period'])
            ? undefined
            : `entry ${JSON.stringify(entry)}`,
        )
      case 'POST /api/v1/hubswitch/products':
        return done({
          roomTypes: [
            { roomId: '101', availableUnits: null, ratePlans: [{ ratePlanId: '501', name: null, totalPrice: 240 }] },
          ],
        })
      case 'POST /api/v1/hubswitch/reservations/create': {
        if (
          !hasKeys(
            body,
            'propertyId',
            'ref',
            'checkInDate',
            'checkOutDate',
            'adults',
            'guest',
            'lines',
            'totalGuestCounts?',
            'distributorId?',
            'distributorCode?',
          )
        )
          return fault(`reservation ${text}`)
        if (!hasKeys(body['guest'], 'name', 'email?') || !hasKeys((body['guest'] as Body)['name'], 'given', 'family'))
          return fault(`guest ${JSON.stringify(body['guest'])}`)
        const id = `R-${bookings.size + 1}`
        bookings.set(id, {
          id,
          channel: { ref: body['ref'] },
          status: 'ON_HOLD',
          totalPrice: 240,
          currencyCode: null,
          totalGuestCounts: [34, 36],
          rooms: [{ roomId: '101', ratePlanId: '501', units: '1' }],
        })
        return done(bookings.get(id))
      }
      case 'POST /api/v1/hubswitch/reservations/confirm': {
        const found = bookings.get(String(body['id']))
        if (found === undefined) return { status: 404, body: { outcome: { code: 'ABORTED', text: 'unknown booking' } } }
        bookings.set(String(body['id']), { ...found, status: 'Booked', delivery: { state: 'queued', message: null } })
        return { status: 200, body: bookings.get(String(body['id'])) }
      }
      case 'GET /api/v1/hubswitch/reservations/v2': {
        const found = [...bookings.values()].filter(
          (one) => one['id'] === query['id'] || (one['channel'] as Body)['ref'] === query['ref'],
        )
        return found.length === 0
          ? { status: 404, body: { outcome: { code: 'ABORTED', text: 'unknown booking' } } }
          : done(found)
      }
      default:
        return {
          status: 404,
          body: {
            outcome: {
              code: 'ABORTED',
              text: path.includes('/hubswitch-property-id/') ? 'unknown property' : `no ${method} ${path}`,
            },
          },
        }
    }
  }

  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://x')
      const text = Buffer.concat(chunks).toString('utf8')
      const [method, query] = [request.method ?? '', Object.fromEntries(url.searchParams)]
      const body = (text === '' ? {} : JSON.parse(text)) as Body
      received.push({ method, path: url.pathname, query, body, text })
      const { status, body: reply } = answer(method, url.pathname, query, body, text)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    to: (path) => received.filter((one) => one.path === path),
    close: () => new Promise((resolve) => void (server.close(() => resolve()), server.closeAllConnections())),
  }
}
