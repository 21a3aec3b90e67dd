import type { EnvelopeNames } from '../../contract/index.js'
import { isObject } from '../echo/index.js'
import { isFilled } from './voice.js'

/** What an answer says of a list that is not all of it: then what it does not show may be there all the same. */

const TOTALS: ReadonlySet<string> = new Set([
  'totalelements',
  'total',
  'totalcount',
  'totalresults',
  'totalrecords',
  'totalrows',
  'totalitems',
  'totalhits',
  'count',
  'recordcount',
  'rowcount',
  'resultcount',
  'itemcount',
])
const WHOLE: ReadonlySet<string> = new Set(['complete', 'iscomplete', 'last', 'islast', 'lastpage', 'islastpage'])
const PARTS: ReadonlySet<string> = new Set([
  'partial',
  'ispartial',
  'incomplete',
  'isincomplete',
  'truncated',
  'istruncated',
  'hasmore',
  'more',
  'hasnext',
  'hasnextpage',
  'moreresults',
])
const NEXT: ReadonlySet<string> = new Set([
  'next',
  'nextpage',
  'nextcursor',
  'nextpagetoken',
  'nexttoken',
  'nextlink',
  'nexturl',
  'nexthref',
  'odatanextlink',
  'cursor',
  'continuation',
  'continuationtoken',
  'scrollid',
  'searchafter',
  'pagetoken',
])
const DEEPEST = 3

const plainKey = (key: string): string =>
  key
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
const wordOf = (value: unknown): string => String(value).slice(0, 20).trim().toLowerCase()
const isYes = (value: unknown): boolean => ['true', 'yes', '1'].includes(wordOf(value))
const isNo = (value: unknown): boolean => ['false', 'no', '0'].includes(wordOf(value))
const countOf = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && /^\d{1,9}$/.test(value))
    ? Number(value)
    : 0

function saysMore(key: string, value: unknown, rows: number): boolean {
  if (NEXT.has(key) && typeof value === 'object') return isFilled(value)
  if (typeof value === 'object' || value === undefined) return false
  return (
    (TOTALS.has(key) && countOf(value) > rows) ||
    (WHOLE.has(key) && isNo(value)) ||
    (PARTS.has(key) && isYes(value)) ||
    (NEXT.has(key) && wordOf(value) !== '' && !isNo(value))
  )
}

/**
 * What says, beside a list of so many rows, that there are more: `totalElements 3`. Undefined where nothing does.
 * @param headers an answer's, in lower case
 */
export function restOf(
  body: unknown,
  { result }: EnvelopeNames,
  headers: Readonly<Record<string, string>>,
  rows: number,
): string | undefined {
  const header = headers['x-total-count']
  if (header !== undefined && countOf(header.trim()) > rows) return `X-Total-Count ${header.trim()}`
  const { link } = headers
  if (link !== undefined && /rel\s{0,9}=\s{0,9}"?\s{0,9}next\b/i.test(link.slice(0, 2_000)))
    return 'a Link to the next page'
  let level: unknown[] = [body]
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      if (Array.isArray(one)) {
        if (depth > 0 && one.slice(0, 20).some((link) => isObject(link) && wordOf(link['rel']) === 'next'))
          return 'a link to the next page'
        continue
      }
      for (const [key, value] of Object.entries(one)) {
        if (depth === 0 && result.some((name) => name.split('.')[0] === key)) continue
        if (saysMore(plainKey(key), value, rows))
          return typeof value === 'object' ? `a ${key} page` : `${key} ${String(value)}`
        next.push(value)
      }
    }
    level = next
  }
  return undefined
}
