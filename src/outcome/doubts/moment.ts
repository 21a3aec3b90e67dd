import type { Heard } from '../rules/index.js'

/** Whether an answer dates itself, in its body, before the request that it answers: then it is a kept one. */

const MOMENTS: ReadonlySet<string> = new Set(
  'timestamp date time datetime servertime serverdate generatedat createdat respondedat asof ts now'.split(' '),
)
const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
/** Offsets of zones from UTC go from 12 hours behind to 14 ahead, in quarters of an hour. */
const QUARTERS = { from: -48, to: 56 }
const DATED = /^\d{4}-\d\d-\d\d(?![\d-])|^[a-z]{3}, \d/i
const TIMED = /\d\d?:\d\d/
const SECONDS = /\d\d?:\d\d:\d\d/
const ZONED = /(?:z|[+-]\d\d:?\d\d|\b(?:gmt|utc))$/i

/** A moment of an answer; `precisionMs` is how exactly it is written. */
interface Moment {
  at: number
  isZoned: boolean
  precisionMs: number
}

function momentOf(value: unknown): Moment | undefined {
  const text = String(value).slice(0, 60).trim()
  if (/^\d{10}(?:\.\d{1,9})?$/.test(text)) return { at: Number(text) * 1_000, isZoned: true, precisionMs: 1_000 }
  if (/^\d{13}(?:\.\d{1,9})?$/.test(text)) return { at: Number(text), isZoned: true, precisionMs: 1 }
  if (!DATED.test(text)) return undefined
  const isZoned = ZONED.test(text) && TIMED.test(text)
  // Without a zone it is read as if it were that of Greenwich.
  const plain = text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T').replace(/,(?=\d{1,9})/, '.')
  const at = Date.parse(isZoned || !TIMED.test(text) ? plain : /^\d/.test(plain) ? `${plain}Z` : `${plain} GMT`)
  if (Number.isNaN(at)) return undefined
  return { at, isZoned, precisionMs: !TIMED.test(text) ? DAY_MS : SECONDS.test(text) ? 1_000 : 60_000 }
}

/** Whether a value of this key dates the answer before its request, by the limit by which its `Date` is judged. A time without a zone may be that of any zone. */
export function isOfBefore(key: string, value: unknown, { madeIn }: Pick<Heard, 'madeIn'>): boolean {
  if (!MOMENTS.has(key)) return false
  const moment = momentOf(value)
  if (moment === undefined) return false
  const { at, isZoned, precisionMs } = moment
  if (madeIn === undefined) return at < Date.now() - DAY_MS
  const latest = at + precisionMs
  // A day alone is that of any zone.
  if (precisionMs === DAY_MS) return latest - QUARTERS.from * QUARTER_MS < madeIn.from
  if (isZoned) return latest < madeIn.from
  for (let quarter = QUARTERS.from; quarter <= QUARTERS.to; quarter += 1) {
    const shift = quarter * QUARTER_MS
    if (latest - shift >= madeIn.from && at - shift <= madeIn.until) return false
  }
  return true
}
