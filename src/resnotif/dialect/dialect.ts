import type { Finding } from '../../errors.js'
import { nearest } from '../../nearest.js'
import { isKnownStatus, LINT_RULES, type LintRule, OWN_STATUSES, STATUSES } from '../finding/index.js'
import * as z from '../../zod/index.js'

const PATH = /^[A-Za-z_][\w.-]{0,60}(?:\/[A-Za-z_][\w.-]{0,60}){0,12}(?:\/@[A-Za-z_][\w.:-]{0,60})?$/
const path = z
  .string()
  .max(400)
  .refine((text) => PATH.test(text), 'must be a path such as RoomStay/Total/@AmountAfterTax')
const why = z.string().min(1).max(300)
/** A path alone, or with the reason that a person reads beside a finding. */
const Wanted = z.union([
  path.transform((one): { path: string; why?: string | undefined } => ({ path: one })),
  z.strictObject({ path, why: why.optional() }),
])

const WANTED_KEYS = ['path', 'why'] as const

/** What is wrong with the keys of the entries of `required` and `forbidden`, by entry. A union of text and map says of neither which key is meant. */
export function wrongKeys(value: object): Map<string, Finding[]> {
  const lists = Object.entries(value).filter(([name]) => name === 'required' || name === 'forbidden')
  const entries = lists.flatMap(([name, list]: [string, unknown]) =>
    Array.isArray(list) ? list.map((entry: unknown, at): [string, unknown] => [`${name}[${at}]`, entry]) : [],
  )
  return new Map(
    entries.flatMap(([field, entry]): [string, Finding[]][] => {
      if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return []
      const keys = Object.keys(entry)
      const unknown = keys.filter((key) => !(WANTED_KEYS as readonly string[]).includes(key))
      const meant = unknown.map((key) => nearest(key, WANTED_KEYS))
      const findings: Finding[] = unknown.map((key, at) => ({
        field: `${field}.${key}`,
        reason: 'is not a known field',
        remedy: meant[at] === undefined ? 'Known fields: path, why.' : `Did you mean "${meant[at]}"?`,
      }))
      if (!keys.includes('path') && !meant.includes('path'))
        findings.push({
          field,
          reason: 'has no path',
          remedy: 'Write a path alone, or {path: RoomStay/Total/@AmountAfterTax, why: the reason}.',
        })
      return findings.length === 0 ? [] : [[field, findings]]
    }),
  )
}

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const
const duration = z
  .string()
  .refine((text) => /^[1-9]\d{0,5}[smhd]$/.test(text), 'must be a time such as 30s, 5m, 2h or 1d')
  .transform((text) => Number(text.slice(0, -1)) * UNITS[text.at(-1) as keyof typeof UNITS])

const severity = z.enum(['error', 'warning', 'info', 'off'])
/** What makes a text unreadable, or is the receiver's own word, weighs what it weighs. */
const FIXED = /^(?:xml-|dialect-|control-character$|encoding$|content-length$|not-a-notification$|code-unknown$)/
/** Whether a receiver cannot give a rule another weight. */
export const isFixedRule = (rule: string): boolean => Object.hasOwn(LINT_RULES, rule) && FIXED.test(rule)
const RULES = (Object.keys(LINT_RULES) as LintRule[]).filter((rule) => !FIXED.test(rule))

/** What one receiver of notifications wants, as its vendor writes it. */
export const DialectFile = z.strictObject(() => ({
  /** Who it is about, shown in findings. */
  name: z.string().min(1).max(80),
  soap: z
    .strictObject({
      /** `any` takes a bare message as well. */
      version: z.enum(['none', '1.1', '1.2', 'any']).default('any'),
      /** What SOAPAction must be; an empty text where it must be there and empty. */
      action: z
        .string()
        .max(300)
        .transform((text) => /^"(.{0,298})"$/s.exec(text)?.[1] ?? text)
        .optional(),
      security: z.enum(['required', 'optional', 'forbidden']).default('optional'),
      password: z.enum(['digest', 'text', 'any']).default('any'),
    })
    .default({ version: 'any', security: 'optional', password: 'any' }),
  echoToken: z
    .strictObject({
      required: z.boolean().default(false),
      maxLength: z.int().min(1).max(128).optional(),
    })
    .default({ required: false }),
  /** Values that ResStatus of the message may have. */
  statuses: z
    .array(
      z.string().superRefine((text, context) => {
        const near = nearest(text, STATUSES)
        if (isKnownStatus(text)) return
        const hint = near === undefined ? `such as ${OWN_STATUSES.join(', ')}` : `did you mean "${near}"?`
        context.addIssue({ code: 'custom', message: `must be a ResStatus of the schemas: ${hint}` })
      }),
    )
    .min(1)
    .optional(),
  required: z.array(Wanted).max(200).default([]),
  forbidden: z.array(Wanted).max(200).default([]),
  /** Rules of lint that weigh more or less for this receiver. */
  rules: z
    .strictObject(
      Object.fromEntries(RULES.map((rule) => [rule, severity.optional()])) as {
        [rule in LintRule]: z.ZodOptional<'error' | 'warning' | 'info' | 'off', 'error' | 'warning' | 'info' | 'off'>
      },
    )
    .default({}),
  retry: z
    .strictObject({
      /** How long after an attempt the next one comes, in their order; the last is repeated. */
      after: z.array(duration).min(1).max(50).optional(),
      /** When the sender gives up. */
      window: duration.optional(),
    })
    .refine(
      ({ after, window }) => !(window !== undefined && window < (after?.[0] ?? 0)),
      'window must be as long as the first wait at least',
    )
    .optional(),
}))

/** A receiver of notifications. Times are seconds. */
export type Dialect = z.output<typeof DialectFile>

/** What no message could do, and what is said twice: the field, and what is wrong with it. */
export function contradictionsIn({ soap, required, forbidden }: Dialect): { field: string; reason: string }[] {
  const [wanted, unwanted] = [required, forbidden].map((list) => list.map((one) => one.path)) as [string[], string[]]
  const repeated = (paths: readonly string[], name: string): { field: string; reason: string }[] =>
    paths.flatMap((one, at) =>
      paths.indexOf(one) < at ? [{ field: `${name}[${at}]`, reason: `lists ${one} a second time` }] : [],
    )
  return [
    ...(soap.version === 'none' && soap.security === 'required'
      ? [
          {
            field: 'soap.security',
            reason: 'asks for a WS-Security header, and version none for no envelope to have it in',
          },
        ]
      : []),
    ...(soap.security === 'forbidden' && soap.password !== 'any'
      ? [
          {
            field: 'soap.password',
            reason: `wants a password as ${soap.password}, and security forbids the header that it stands in`,
          },
        ]
      : []),
    ...repeated(wanted, 'required'),
    ...repeated(unwanted, 'forbidden'),
    ...unwanted.flatMap((one, at) =>
      wanted.includes(one)
        ? [{ field: `forbidden[${at}]`, reason: `forbids ${one}, which is required as well: no message can do both` }]
        : [],
    ),
  ]
}
