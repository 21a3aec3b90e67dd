import { plainKey } from '../doubts/index.js'
import { isObject, isPlain, type Mismatch } from '../echo/index.js'
import type { Judging } from '../rules/index.js'
import { otherOf } from './compare.js'
import { ECHOES, holdsNoEntries, VESSELS } from './fields.js'
import { rowsOf } from './rows.js'
import { SentEntries } from './sent-entries.js'

/** What the answer to a batch shows of entries. */
export interface AboutEntries {
  /** It shows something else than was sent. */
  other?: Mismatch
  /** Members that are entries through and through, so that nothing is left to be told of them. */
  clear: ReadonlySet<string>
  /** What may be an echo, and cannot be read as one, as it is told. */
  unclear: readonly string[]
}

/** What an answer without entries shows. */
export const NO_ENTRIES: AboutEntries = { clear: new Set(), unclear: [] }

/** Lists of the request, which an answer may show as null. */
const OWN: ReadonlySet<string> = new Set(['roomsettings', 'availabilities'])

/**
 * Holds what an answer shows of entries against those that were sent.
 * @param entries what the batch held; asked for where the answer shows something
 */
export function aboutEntries(
  { heard, context, asked }: Judging,
  entries: () => readonly unknown[] | undefined,
): AboutEntries {
  const { body } = heard
  if (!isObject(body)) return NO_ENTRIES
  const { code: _code, result: _result, ...parts } = context.names
  const own = new Set(
    Object.values(parts).flatMap((all: readonly string[]) => all.map((name) => name.split('.')[0] as string)),
  )
  const rest = Object.entries(body).filter(([name, value]) => !own.has(name) && value !== undefined)
  if (rest.length === 0) return NO_ENTRIES
  const sent = entries()
  if (sent === undefined || sent.length === 0) return NO_ENTRIES
  const hotel = isObject(asked.body) && isPlain(asked.body['hotel_code']) ? String(asked.body['hotel_code']) : undefined
  const all = new SentEntries(hotel, sent)
  const { rows, clear, unclear } = rowsOf(body, { rooms: all.rooms, plans: all.plans, hotel }, context.entry, own)
  const other =
    otherOf(rows, all) ?? (rows.some(({ place }) => place !== '') ? undefined : emptyIn(rest, all.all.length))
  return {
    ...(other === undefined ? {} : { other }),
    clear: new Set([...clear].filter((name) => !unclear.has(name))),
    unclear: rest.flatMap(([name, value]) => {
      if (value === null) return OWN.has(plainKey(name)) ? [`${name}: null`] : []
      return VESSELS.has(plainKey(name)) && isEmpty(value) ? [`${name}: an empty list`] : []
    }),
  }
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** An empty list where the entries would stand, and nothing in the others: then it shows that none was stored. */
function emptyIn(members: readonly [name: string, value: unknown][], sent: number): Mismatch | undefined {
  const all = members.flatMap(([name, value]) =>
    isObject(value) && !holdsNoEntries(name)
      ? [[name, value] as const, ...Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one] as const)]
      : [[name, value] as const],
  )
  const echoes = all.filter(
    ([name, value]) => Array.isArray(value) && ECHOES.has(plainKey(name.slice(name.indexOf('.') + 1))),
  )
  const [first] = echoes
  return first !== undefined && echoes.every(([, value]) => isEmpty(value))
    ? { field: first[0], asked: sent === 1 ? 'one entry' : `${sent} entries`, answered: 'an empty list' }
    : undefined
}
