import * as z from '../../zod/index.js'
import { faultOfBaseUrl } from './base-url.js'
import { faultOfEstate } from './estate-address.js'

/** The two places where a secret may be kept. */
export const STORE_KINDS = ['keychain', 'file'] as const
export type StoreKind = (typeof STORE_KINDS)[number]

/** What commands may change at the service of a profile: anything, anything after the name of the profile has been typed, or nothing. The strictest is last. */
export const ACCESS_KINDS = ['full', 'production', 'read-only'] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

/** What a limit may be; the same for file, environment and flags. */
export const LIMIT_RANGES = {
  /** Bytes of one request body. */
  bodyBytes: { min: 1_000, max: 100_000_000, isWhole: true },
  /** Requests in flight. */
  concurrency: { min: 1, max: 64, isWhole: true },
  /** Requests a second. */
  ratePerSecond: { min: 0.01, max: 10_000, isWhole: false },
  /** Writes of one property and kind a minute. */
  writesPerMinute: { min: 0.1, max: 600_000, isWhole: false },
  /** Lowest and highest price of a night. */
  priceFloor: { min: 0, max: 1_000_000_000, isWhole: false },
  priceCeiling: { min: 0, max: 1_000_000_000, isWhole: false },
  /** Per cent that a price may rise; it may fall by the same factor. */
  maxChange: { min: 0, max: 10_000_000, isWhole: false },
  /** Per cent of the open nights that one push may close. */
  maxClosing: { min: 0, max: 100, isWhole: false },
  /** Per cent of its nights that a file may lose against the push of the same file before. */
  maxShrink: { min: 0, max: 100, isWhole: false },
  /** Hours since a file was last written. */
  maxAgeHours: { min: 0.01, max: 100_000, isWhole: false },
  /** Entries of one request. */
  entriesPerRequest: { min: 1, max: 10_000_000, isWhole: true },
  /** Calendar months that the entries of one request may touch. */
  monthsPerRequest: { min: 1, max: 1200, isWhole: true },
} as const

export type LimitName = keyof typeof LIMIT_RANGES

/** Why a number is no value of a limit, or undefined. */
export function faultOfLimit(name: LimitName, value: number): string | undefined {
  const { min, max, isWhole } = LIMIT_RANGES[name]
  if (Number.isFinite(value) && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return undefined
  return `must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}`
}

const said = (check: (text: string) => string | undefined) =>
  z.string('must be text').superRefine((text, context) => {
    const fault = check(text)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })

/** Why a text names no time zone, or undefined. */
export function faultOfTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone === ''
      ? 'must be a time zone such as Europe/Vienna'
      : undefined
  } catch {
    return 'must be a time zone such as Europe/Vienna'
  }
}

/** Why a number of seconds is no time limit of a request, or undefined. */
export function faultOfTimeout(seconds: number): string | undefined {
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= 3_600
    ? undefined
    : 'must be a whole number of seconds from 1 to 3600'
}

const limit = (name: LimitName) =>
  z.number(faultOfLimit(name, Number.NaN)).superRefine((value, context) => {
    const fault = faultOfLimit(name, value)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })

/** Made once it is asked for: most starts find no file to check, and the library of schemas is a tenth of a start. */
const onceAsked = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

/** One profile of config.yaml. Secrets have no place here. */
export const profileEntry = onceAsked(() => {
  const filled = said((text) => (text.trim() === '' ? 'must not be empty' : undefined))
  return z.strictObject(
    {
      baseUrl: said(faultOfBaseUrl).optional(),
      partnerId: filled.optional(),
      store: z.enum(STORE_KINDS, 'must be keychain or file').optional(),
      /** Wire overlay; relative to the configuration directory. */
      wire: filled.optional(),
      /** PEM file of further certificate authorities; relative to the configuration directory. */
      caFile: filled.optional(),
      /** Who asks for products and books (interface: "Products"). */
      distributorId: filled.optional(),
      /** Validation and routing code of the distributor. */
      distributorCode: filled.optional(),
      /** Says which day it is at the properties. */
      timeZone: said(faultOfTimeZone).optional(),
      /** The engine of an estate that is sent to from many machines; without a password. */
      estate: said(faultOfEstate).optional(),
      access: z.enum(ACCESS_KINDS, 'must be full, production or read-only').optional(),
      /** Longest time for one request, its repeats and waits included, in seconds. */
      timeout: z
        .number(faultOfTimeout(Number.NaN))
        .refine((seconds) => faultOfTimeout(seconds) === undefined, faultOfTimeout(Number.NaN))
        .optional(),
      limits: z
        .strictObject(
          {
            bodyBytes: limit('bodyBytes').optional(),
            concurrency: limit('concurrency').optional(),
            ratePerSecond: limit('ratePerSecond').optional(),
            writesPerMinute: limit('writesPerMinute').optional(),
            priceFloor: limit('priceFloor').optional(),
            priceCeiling: limit('priceCeiling').optional(),
            maxChange: limit('maxChange').optional(),
            maxClosing: limit('maxClosing').optional(),
            maxShrink: limit('maxShrink').optional(),
            maxAgeHours: limit('maxAgeHours').optional(),
            entriesPerRequest: limit('entriesPerRequest').optional(),
            monthsPerRequest: limit('monthsPerRequest').optional(),
            /** Whether entries may carry weekdays (wire default 3). */
            weekdayMasks: z.boolean('must be true or false').optional(),
            /** Whether bodies of a push are compressed. */
            gzip: z.boolean('must be true or false').optional(),
          },
          'must be a map',
        )
        .optional(),
    },
    'must be a map',
  )
})

export type Profile = z.output<ReturnType<typeof profileEntry>>

const PROFILE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** Why a text is no profile name, or undefined. */
export function faultOfProfileName(name: string): string | undefined {
  return PROFILE_NAME.test(name)
    ? undefined
    : 'must have 1 to 64 of the characters a-z 0-9 - _ . and begin with a letter or digit'
}

/** config.yaml as a whole. */
export const configFile = onceAsked(() =>
  z.strictObject(
    {
      /** The profile used where none is named. */
      current: said(faultOfProfileName).optional(),
      profiles: z.record(said(faultOfProfileName), profileEntry(), 'must be a map').nullish(),
    },
    'must be a map',
  ),
)

/** Keys that would put a secret into a file that people copy, mail and commit. */
export function isSecretKey(key: string): boolean {
  return /secret|password|passwd|token|credential|duty[-_]?code|api[-_]?key/i.test(key)
}
