import type { Checked, EndpointSpec, EnvelopeNames } from '../../contract/index.js'
import type { Asked } from './asked.js'
import type { OwnLabels } from './labels.js'
import type { EndpointRule } from './rules.js'

/** A complete answer. */
export interface Heard {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
  /** Parsed JSON; undefined where the answer was empty or not JSON. */
  body: unknown
  attempts: number
  requestId: string
  /** An earlier attempt may have arrived as well. */
  isRepeat: boolean
  /** By how much it is too old, by its `Date`, for an answer of now, milliseconds; absent where it is not. */
  behindMs?: number | undefined
  /** When it can have been made, in milliseconds of the service's clock, with what is not known of that clock. */
  madeIn?: { from: number; until: number } | undefined
}

/** What reads and shows the answers of one service. */
export interface JudgeContext {
  /** The payload in the contract's names, or what is wrong with it; `named` has its values as they came. */
  read(payload: unknown): Checked<EndpointSpec['result']> & { named?: unknown }
  /** What an answer shows of what was sent, in the contract's names of the request. */
  echoed(body: unknown): unknown
  /** A row of the answer to a batch, in the names of the request's entries. */
  entry(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  names: EnvelopeNames
  /** The service's names of the payload's own fields. */
  fields?: ReadonlySet<string> | undefined
  /** The whole body is the payload. */
  isBare: boolean
  labels: OwnLabels
  /** Answers of this service and endpoint that proved a batch before. */
  plain?: { has(text: string): boolean; add(text: string): void } | undefined
  /** Our name of a reservation state. */
  stateOf(label: string): string
  /** Foreign text as it may be shown: redacted, at most so many characters. */
  show(text: string, length: number): string
  /** One short line about a body that is no JSON. */
  summary(): string
  baseAddress: URL
  /** Longest wait that a service may ask for, milliseconds. */
  retryAfterCapMs: number
}

/** One answer while it is being judged. */
export interface Judging {
  rule: EndpointRule
  /** Endpoint key, or method and path of another request. */
  label: string
  asked: Asked
  heard: Heard
  context: JudgeContext
  facts?: Record<string, unknown>
}
