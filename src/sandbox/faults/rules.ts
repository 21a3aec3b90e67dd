import { type EndpointKey, endpoints } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { SeededRandom } from '../../random/index.js'
import type { Store } from '../store/index.js'
import { FAULT_KINDS, type FaultKind } from './kinds.js'

/** A fault on order. Without `count` and `share` it spoils every request. */
export interface FaultRule {
  kind: FaultKind
  /** Only requests of this endpoint, such as `reservation.create`. */
  endpoint?: EndpointKey | undefined
  /** Only so many requests. */
  count?: number | undefined
  /** Share of the requests, above 0 and up to 1; `seed` decides which. */
  share?: number | undefined
  /** 1 unless said. */
  seed?: number | undefined
  /** Delay of latency and silence in milliseconds, 1000 by default. */
  ms?: number | undefined
  /** HTTP status of error and error-after, 500 by default. */
  status?: number | undefined
  /** Seconds to wait after too-many; 1 unless said. */
  retryAfter?: number | undefined
  /** Send Retry-After as a date instead of seconds. */
  isDate?: boolean | undefined
}

export interface StoredRule extends FaultRule {
  id: number
  /** Requests that the rule was asked about. */
  requests: number
  /** Requests that it still spoils; null = no end. */
  remaining: number | null
}

interface Row {
  id: number
  rule: string
  requests: number
  remaining: number | null
}

const KEYS: ReadonlySet<string> = new Set(endpoints.map(({ key }) => key))

/** Rules in the store: every process that serves it obeys them at once. */
export class FaultRules {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  list(): StoredRule[] {
    return this.#store.db
      .all<Row>('SELECT * FROM fault_rules ORDER BY id')
      .map(({ rule, ...row }) => ({ ...(JSON.parse(rule) as FaultRule), ...row }))
  }

  /**
   * @returns id of the rule
   * @throws Fault USAGE for a rule that makes no sense
   */
  add(rule: FaultRule): number {
    const wrong = faultOfRule(rule)
    if (wrong !== undefined) throw new Fault('USAGE', `This fault cannot be ordered: ${wrong}.`)
    return this.#store.db.run(
      'INSERT INTO fault_rules (rule, remaining) VALUES (?, ?)',
      JSON.stringify(rule),
      rule.count ?? null,
    ).lastInsertRowid
  }

  clear(): void {
    this.#store.db.run('DELETE FROM fault_rules')
  }

  /** What happens to a request: delays, and at most one fault. Rules are asked in the order in which they were added. */
  draw(key: EndpointKey, may: (kind: FaultKind) => boolean): FaultRule[] {
    const asked = this.list().filter(
      ({ kind, endpoint, remaining }) => remaining !== 0 && (endpoint === undefined || endpoint === key) && may(kind),
    )
    if (asked.length === 0) return []
    return this.#store.transaction(() => {
      const drawn: FaultRule[] = []
      for (const { id } of asked) {
        const rule = this.list().find((one) => one.id === id)
        if (rule === undefined || rule.remaining === 0) continue
        const isHit = rule.share === undefined || new SeededRandom(rule.seed ?? 1, rule.requests).next() < rule.share
        this.#store.db.run(
          'UPDATE fault_rules SET requests = requests + 1, remaining = remaining - ? WHERE id = ?',
          isHit ? 1 : 0,
          id,
        )
        if (isHit) drawn.push(rule)
        if (isHit && rule.kind !== 'latency') break
      }
      return drawn
    })
  }
}

function faultOfRule({ kind, endpoint, count, share, seed, ms, status, retryAfter }: FaultRule): string | undefined {
  const isWhole = (value: number | undefined, least: number, most: number): boolean =>
    value === undefined || (Number.isInteger(value) && value >= least && value <= most)
  if (!Object.hasOwn(FAULT_KINDS, kind)) return `there is no kind "${kind}"`
  if (endpoint !== undefined && !KEYS.has(endpoint))
    return `there is no endpoint "${endpoint}"; "hubswitch api --help" shows them`
  if (!isWhole(count, 1, 1_000_000)) return 'count must be a whole number from 1 on'
  if (share !== undefined && !(share > 0 && share <= 1)) return 'share must be above 0 and at most 1'
  if (!isWhole(seed, 0, 4_294_967_295)) return 'seed must be a whole number from 0 on'
  if (!isWhole(ms, 1, 3_600_000)) return 'ms must be a whole number from 1 to 3600000'
  if (!isWhole(status, 500, 599)) return 'status must be from 500 to 599'
  if (!isWhole(retryAfter, 0, 86_400)) return 'retry-after must be seconds, at most a day'
  return undefined
}
