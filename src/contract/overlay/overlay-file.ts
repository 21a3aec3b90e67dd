import * as z from '../../zod/index.js'
import { ENVELOPE_NAMES, type EnvelopeNames, type LookupName, LOOKUPS } from '../schema/index.js'

/** The content of a wire overlay: what a person may write, and what is wrong with it by itself. What it says of the contract is checked in `check.ts`. */

/** States of wire default 26. */
export const STATES = {
  reservation: ['pending', 'confirmed', 'modified', 'cancelled', 'no_show', 'expired'],
  delivery: ['not_sent', 'delivered', 'failed'],
} as const

export type StateOf = keyof typeof STATES

const name = z.string().min(1).max(200)
const names = z.union([name.transform((one) => [one]), z.array(name).min(1)])

const fields = z.record(z.string(), name)
const ofEndpoints = <S extends z.ZodType>(content: S) => z.record(z.string(), content).default({})

/** What a value may be on the wire. */
const Value = z.union([z.string(), z.number(), z.boolean()])
export type WireValue = z.output<typeof Value>

const listOf = <K extends string, O, I>(keys: readonly K[], content: z.Schema<O, I>) =>
  z.strictObject(
    Object.fromEntries(keys.map((key) => [key, content.optional()])) as { [key in K]: z.ZodOptional<O, I> },
  )

const envelope = listOf(Object.keys(ENVELOPE_NAMES) as (keyof EnvelopeNames)[], names)

export const OverlayFile = z.strictObject(() => ({
  /** Whether `to` is the last night or the day after it. */
  end: z.enum(['inclusive', 'exclusive']).default('inclusive'),
  /** What `expiresIn` of a token counts. */
  expiresIn: z.enum(['auto', 'seconds', 'milliseconds', 'epoch']).default('auto'),
  /** The number of the first page; where it is not said, the answers show it. */
  firstPage: z.literal([0, 1], 'must be 0 or 1').optional(),
  /** Outcome labels that mean a failure, beside the usual ones. */
  failureLabels: z.array(name).default([]),
  /** Outcome labels that mean success, beside the usual ones; any label that is not known leaves a write unknown. */
  successLabels: z.array(name).default([]),
  credentials: z.strictObject({ secret: names }).optional(),
  /** Keys of the envelope, for `/api/v1` and `/v1`. */
  envelope: z.strictObject({ apiV1: envelope.optional(), v1: envelope.optional() }).default({}),
  /** Our state → the service's labels for it. */
  states: z
    .strictObject({
      reservation: listOf(STATES.reservation, names).optional(),
      delivery: listOf(STATES.delivery, names).optional(),
    })
    .default({}),
  /** Endpoint → field → our value → the service's. */
  values: ofEndpoints(z.record(z.string(), z.record(z.string(), Value))),
  /** Endpoint → field → the service's name, in requests and answers, in requests alone, in answers alone. */
  rename: ofEndpoints(fields),
  request: ofEndpoints(fields),
  answer: ofEndpoints(fields),
  /** List → code or name → id, for lists that the interface has no endpoint for. */
  lookups: listOf(LOOKUPS, z.record(z.string(), z.int())).default({}),
}))

export type OverlayData = z.input<typeof OverlayFile>
export type OverlayContent = z.output<typeof OverlayFile>
export type Lookups = Readonly<Partial<Record<LookupName, Readonly<Record<string, number>>>>>

/** What a file without content says. Read and checked it would be the same, at a cost to each start. */
export const NO_CONTENT: OverlayContent = {
  end: 'inclusive',
  expiresIn: 'auto',
  failureLabels: [],
  successLabels: [],
  envelope: {},
  states: {},
  values: {},
  rename: {},
  request: {},
  answer: {},
  lookups: {},
}
