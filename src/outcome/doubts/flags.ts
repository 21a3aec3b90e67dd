/** Flags of an answer that finds nothing, and what they say of it. */

const BAD_FLAGS: ReadonlySet<string> = new Set(
  [
    'degraded',
    'stale',
    'outdated',
    'cached',
    'fromcache',
    'timedout',
    'timeout',
    'terminatedearly',
    'rebuilding',
    'reindexing',
    'indexing',
    'syncing',
    'lagging',
    'readonly',
    'maintenance',
    'fallback',
    'isfallback',
    'retryable',
    'retriable',
    'tryagain',
    'retry',
  ].flatMap((word) => [word, `is${word}`]),
)
const GOOD_FLAGS: ReadonlySet<string> = new Set(
  [
    'uptodate',
    'fresh',
    'complete',
    'consistent',
    'insync',
    'synced',
    'synchronized',
    'synchronised',
    'current',
    'authoritative',
    'reliable',
    'final',
  ].flatMap((word) => [word, `is${word}`]),
)
const PLAIN_FLAGS: Readonly<Record<string, boolean | undefined>> = {
  found: false,
  exists: false,
  empty: true,
  isempty: true,
  last: true,
  islast: true,
  first: true,
  isfirst: true,
  hasmore: false,
  hasnext: false,
  hasnextpage: false,
  hasprevious: false,
  haspreviouspage: false,
  more: false,
}

const plainWord = (value: unknown): string => String(value).slice(0, 20).trim().toLowerCase()
const isYes = (value: unknown): boolean => ['true', 'yes', '1'].includes(plainWord(value))
/** A flag that says no, as a word or a number too. */
export const isNo = (value: unknown): boolean => ['false', 'no', '0'].includes(plainWord(value))

/** Whether a flag says that the answer is not to be relied on. */
export const takesBack = (key: string, value: unknown): boolean =>
  (BAD_FLAGS.has(key) && isYes(value)) || (GOOD_FLAGS.has(key) && isNo(value))

/** Whether a flag that is known agrees with an answer that finds nothing. */
export const agrees = (key: string, value: boolean): boolean =>
  PLAIN_FLAGS[key] === value || (BAD_FLAGS.has(key) && !value) || (GOOD_FLAGS.has(key) && value)
