/** What a capture may be at most. A day of a hotel's log stays far below. */
export const CAPTURE_LIMITS = {
  /** Of one file as it lies there. */
  fileBytes: 64 * 1024 * 1024,
  /** Everything that is taken out of one file, packs opened. */
  unpackedBytes: 256 * 1024 * 1024,
  messageBytes: 4 * 1024 * 1024,
  messages: 5_000,
  /** Wrappings inside each other. */
  depth: 12,
  /** Parts that are told one by one. */
  told: 1_000,
} as const

export type CaptureLimits = { readonly [name in keyof typeof CAPTURE_LIMITS]: number }
