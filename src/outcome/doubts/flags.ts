/** Flags of an answer that finds nothing, verdicts of a flag or a number each on the entries of a batch, and what they say. */

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

type Loose = Readonly<Record<string, unknown>>

/** Names under which a service tells what became of each entry. */
const VERDICTS = /^(?:all)?(?:results?|status(?:es)?|outcomes?|success(?:es)?|responses?|acks?|acknowledgements?|oks?)$/
/** Names of what a map may hold a flag for each of. */
const OF_ENTRIES = /^(?:rooms?|units?|hotels?|properties|property|nights?|days?|dates?|entries|rateplans?|plans?)$/
/** Numbers of a service's own, of which 0 means that all is well. */
const CODES: ReadonlySet<string> = new Set(
  ['code', 'rc', 'errno', 'errorcode', 'resultcode', 'returncode', 'statuscode', 'retcode', 'responsecode'].flatMap(
    (name) => [name, `${name}s`],
  ),
)
const MOST = 200_000

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isHttp = (value: unknown): boolean => isNumber(value) && value >= 100 && value <= 599

/**
 * The first verdict of a list, or of a map by entry, that is no yes: `[true, true, false]`, `{101: true, 102: false}`, `[200, 404]`.
 * @param key the name of the list, in small letters and without joints
 * @param isDeed whether that name says that something was done
 */
export function noAmong(key: string, value: unknown, isDeed: boolean): { at: string; value: unknown } | undefined {
  if (value === false && VERDICTS.test(key)) return { at: '', value }
  if (typeof value !== 'object' || value === null) return undefined
  const isList = Array.isArray(value)
  // Keys of a record name what they say; those of a map name rooms and nights.
  const entries = Object.entries(value).slice(0, MOST)
  if (entries.length === 0 || (!isList && !entries.every(([name]) => /^\d/.test(name)))) return undefined
  if (!VERDICTS.test(key) && !isDeed && (isList || !OF_ENTRIES.test(key))) return undefined
  const values = entries.map(([, one]) => one)
  const isVerdict = values.every((one) => typeof one === 'boolean') || (VERDICTS.test(key) && values.every(isHttp))
  const no = isVerdict ? entries.find(([, one]) => one === false || (isNumber(one) && one >= 300)) : undefined
  return no === undefined ? undefined : { at: isList ? `[${no[0]}]` : `.${no[0]}`, value: no[1] }
}

/** A code among those of a list that is not 0, where others are: what 17 means nobody knows, but it is not what the others say. */
export function oddCode(rows: readonly unknown[]): { at: string; value: unknown } | undefined {
  const found = new Map<string, { isZero: boolean; odd: { at: string; value: unknown } | undefined }>()
  for (const [at, row] of rows.slice(0, MOST).entries()) {
    if (typeof row !== 'object' || row === null) return undefined
    for (const [name, value] of Object.entries(row as Loose)) {
      if (!isNumber(value) || !CODES.has(name.toLowerCase().replace(/[^a-z]/g, ''))) continue
      const before = found.get(name) ?? { isZero: false, odd: undefined }
      if (value === 0) before.isZero = true
      else before.odd ??= { at: `[${at}].${name}`, value }
      found.set(name, before)
    }
  }
  return [...found.values()].find(({ isZero, odd }) => isZero && odd !== undefined)?.odd
}
