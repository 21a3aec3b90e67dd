import { isObject } from '../echo/index.js'

/** What stands in an answer around its payload. */

/** A value, with its key in plain letters and as it is written. */
export interface Told {
  key: string
  name: string
  value: unknown
}

/** What stands in an answer and says nothing of what was looked up. */
const BESIDE: ReadonlySet<string> = new Set([
  'path',
  'instance',
  'url',
  'uri',
  'href',
  'self',
  'rel',
  'type',
  'method',
  'timestamp',
  'date',
  'time',
  'servertime',
  'trace',
  'requestid',
  'reqid',
  'traceid',
  'spanid',
  'correlationid',
  'transactionid',
  'executiontime',
  'processingtimes',
  'processingtime',
  'duration',
  'durationms',
  'took',
  'tookms',
  'elapsed',
  'elapsedms',
  'version',
  'apiversion',
  'lang',
  'language',
  'locale',
  'timezone',
  'documentation',
  'documentationurl',
  'docs',
  'docurl',
  'help',
  'helpurl',
  'moreinfo',
])
const DEEPEST = 4
const MOST = 2_000

/** A key in letters and digits alone: services spell them freely. */
export const plainKey = (key: string): string =>
  key
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
/** Whether a value of this key says nothing of what was asked. */
export const isBeside = (key: string): boolean => BESIDE.has(key)

/** Every value around the payload that is no object, with its key. */
export function toldAround(body: unknown, result: readonly string[]): Told[] {
  const payload = new Set(result.map((name) => name.split('.')[0] as string))
  const found: Told[] = []
  let level: [key: string, value: unknown][] = isObject(body)
    ? Object.entries(body).filter(([key]) => !payload.has(key))
    : []
  for (let depth = 0; depth < DEEPEST && level.length > 0 && found.length < MOST; depth += 1) {
    const next: typeof level = []
    for (const [key, value] of level.slice(0, MOST)) {
      if (Array.isArray(value)) for (const one of value.slice(0, 50)) next.push([key, one])
      else if (isObject(value)) next.push(...Object.entries(value).slice(0, 100))
      else found.push({ key: plainKey(key), name: key, value })
    }
    level = next
  }
  return found
}
