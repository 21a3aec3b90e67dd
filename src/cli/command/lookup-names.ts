import type { LookupName, Overlay, ResultOf } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import type { Journal, LookupRecord } from '../../journal/index.js'
import { nearest } from '../../nearest.js'
import { shownValue } from '../terminal/index.js'
import { sandboxLookups } from './embedded-sandbox.js'

/** Names where the interface wants the id of a lookup list. */

const FRESH_MS = 24 * 60 * 60 * 1000

const WORDS: Record<LookupName, string> = {
  unitType: 'unit type',
  facility: 'facility',
  language: 'language',
  country: 'country',
  currency: 'currency',
  propertyType: 'property type',
  phoneType: 'phone type',
  emailType: 'e-mail type',
  brand: 'brand',
}

export interface LookupNamesOptions {
  overlay: Overlay
  isEmbedded: boolean
  service: string
  journal: () => Journal
  call: <K extends 'unit.types' | 'facility.list'>(key: K) => Promise<ResultOf<K>>
  now?: () => number
}

/** The name without what people write differently: `Wi-Fi` is `wifi`. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Finds ids by code or name: in the wire overlay, then in the service's own list, then in what its answers have shown. */
export class LookupNames {
  readonly #options: LookupNamesOptions

  constructor(options: LookupNamesOptions) {
    this.#options = options
  }

  /** @throws Fault INVALID_INPUT naming the field and the names most like it */
  async idOf(lookup: LookupName, name: string, field: string): Promise<number> {
    const { overlay } = this.#options
    const fromOverlay = Object.entries(overlay.lookups[lookup] ?? {}).map(([code, id]): LookupRecord => ({ id, code }))
    const inOverlay = match(fromOverlay, name)
    if (inOverlay !== undefined) return inOverlay
    const records = await this.#records(lookup, name)
    const found = match(records, name)
    if (found !== undefined) return found
    throw unknownName(lookup, name, field, [...fromOverlay, ...records])
  }

  /** The names of a lookup list by id, as far as they are known. */
  async namesOf(lookup: LookupName): Promise<Map<number, string>> {
    const records = await this.#records(lookup, undefined)
    return new Map(
      records.flatMap(({ id, name, code }) => ((name ?? code) === undefined ? [] : [[id, (name ?? code) as string]])),
    )
  }

  /** @param name what is looked for; undefined = any copy that is fresh will do */
  async #records(lookup: LookupName, name: string | undefined): Promise<LookupRecord[]> {
    const { isEmbedded, journal, service, now = Date.now } = this.#options
    if (isEmbedded) return sandboxLookups(lookup)
    const key = lookup === 'unitType' ? 'unit.types' : lookup === 'facility' ? 'facility.list' : undefined
    const known = journal().lookups.list(service, lookup)
    if (key === undefined) return known.records
    const isFresh = known.fetchedAt !== undefined && now() - known.fetchedAt < FRESH_MS
    // A name that is not there may be newer than the copy.
    if (isFresh && (name === undefined || match(known.records, name) !== undefined)) return known.records
    const records: LookupRecord[] = (await this.#options.call(key)).map(({ id, code, name: text }) => ({
      id,
      code: code as string | undefined,
      name: text,
    }))
    journal().lookups.replace(service, lookup, shownValue(records), now())
    return records
  }
}

/** Lists that the interface has an endpoint for. */
const LISTED: ReadonlySet<LookupName> = new Set<LookupName>(['unitType', 'facility'])

function unknownName(lookup: LookupName, value: string, field: string, records: readonly LookupRecord[]): Fault {
  const near = nearest(
    value,
    records.flatMap(({ code, name }) => [code, name].filter((text) => text !== undefined)),
  )
  const known = [...new Set(records.map(({ code, name }) => code ?? name).filter((text) => text !== undefined))]
  const shown =
    known.length === 0
      ? ''
      : `Known${LISTED.has(lookup) ? '' : ' so far'}: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}. `
  const ways = LISTED.has(lookup)
    ? 'The id works too'
    : 'The interface has no list of them: give the id, or name it under "lookups" in the wire overlay'
  const remedy = near === undefined ? `${shown}${ways}` : `Did you mean "${near}"?`
  return new Fault('INVALID_INPUT', `No ${WORDS[lookup]} is called "${value}".`, {
    findings: [{ field, value, reason: `names no ${WORDS[lookup]} that is known`, remedy }],
  })
}

/** The one id of this code, else of this name; undefined where none or several have it. */
function match(records: readonly LookupRecord[], given: string): number | undefined {
  const wanted = plain(given)
  for (const side of ['code', 'name'] as const) {
    const ids = new Set(
      records.filter((record) => record[side] !== undefined && plain(record[side]) === wanted).map(({ id }) => id),
    )
    if (ids.size === 1) return [...ids][0]
  }
  return undefined
}

const LISTS: Readonly<Record<string, LookupName>> = {
  language: 'language',
  country: 'country',
  homeCurrency: 'currency',
  propertyType: 'propertyType',
  phoneType: 'phoneType',
  emailType: 'emailType',
  brand: 'brand',
  sellableUnitType: 'unitType',
}

/** The lookup records that stand inside an answer, by list. */
export function lookupsIn(
  answer: unknown,
  found: Map<LookupName, LookupRecord[]> = new Map(),
): Map<LookupName, LookupRecord[]> {
  if (Array.isArray(answer)) for (const item of answer) lookupsIn(item, found)
  else if (typeof answer === 'object' && answer !== null) {
    for (const [field, value] of Object.entries(answer)) {
      const list = Object.hasOwn(LISTS, field) ? LISTS[field] : undefined
      const { id, code, name } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
      if (list !== undefined && Number.isSafeInteger(id) && (typeof code === 'string' || typeof name === 'string')) {
        const record = {
          id: id as number,
          code: typeof code === 'string' ? code : undefined,
          name: typeof name === 'string' ? name : undefined,
        }
        found.set(list, [...(found.get(list) ?? []), record])
      } else lookupsIn(value, found)
    }
  }
  return found
}
