import { plainKey, wordOf } from '../doubts/index.js'
import { isObject, isPlain, type Mismatch, mismatchesOf, valuesAt } from '../echo/index.js'
import type { Judging } from '../rules/index.js'

/** What stands beside the payload of a single write and is about something else: ids of another thing, and records under other names. */

type Loose = Readonly<Record<string, unknown>>

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** How services name the thing that an id of the request names. */
const SPELLINGS: Readonly<Record<string, ReadonlySet<string>>> = {
  property: names('propertyid hotelid hotelcode property hotel'),
  unit: names('unitid sellableunitid roomid unit room'),
  booking: names('bookingid reservationid bookingnumber reservationnumber booking reservation'),
}
/** What holds a record: vessels of any, and the things themselves. */
const RECORDS = names(
  'data results payload content record records item items entity object stored saved updated created written confirmed property hotel propertyinfo info information unit room sellableunit rateplan booking reservation',
)
const MOST = 1_000

/** The id that a write is about, and where it stands in its answer. */
function subjectOf({ label, rule, asked }: Judging): { thing: string; id: string } | undefined {
  const thing = label.startsWith('reservation.') ? 'booking' : label.startsWith('unit.') ? 'unit' : 'property'
  const field = { booking: 'bookingId', unit: 'id', property: label === 'property.update' ? 'id' : 'propertyId' }[thing]
  const path = rule.same?.[field] ?? (label === 'ratePlan.create' ? 'body.propertyId' : undefined)
  const [id] = path === undefined ? [] : valuesAt(asked, path)
  return isPlain(id) ? { thing, id: String(id) } : undefined
}

/** Ids of one form: as many digits, or the same letters around them. */
const formOf = (id: string): string => id.slice(0, 100).replace(/\d/g, '9').replace(/[a-z]/gi, 'a')

/** What differs beside the payload, or in place of one. */
export function otherBeside(judging: Judging): Mismatch | undefined {
  const { heard, context, rule, asked } = judging
  const { body } = heard
  if (!isObject(body)) return undefined
  const own = new Set(
    Object.values(context.names).flatMap((all: readonly string[]) => all.map((name) => name.split('.')[0] as string)),
  )
  const hasPayload = context.names.result.some((name) => Object.hasOwn(body, name.split('.')[0] as string))
  if (!hasPayload && Object.keys(body).some((name) => context.fields?.has(name) === true && !own.has(name)))
    return undefined
  const around = Object.fromEntries(Object.entries(body).filter(([name]) => !own.has(name)))
  const subject = subjectOf(judging)
  return (
    (subject === undefined ? undefined : otherId(around, subject, '')) ??
    mismatchesOf({ ...rule, same: {} }, asked, plainOf(context.echoed(around)))[0] ??
    Object.entries(around)
      .filter(([name]) => RECORDS.has(plainKey(name)))
      .map(([name, value]) => otherIn(value, name))
      .find((mismatch) => mismatch !== undefined)
  )

  /** Of several records, one is what was asked for. */
  function otherIn(value: unknown, place: string): Mismatch | undefined {
    const records = [value].flat().slice(0, MOST).filter(isObject)
    const others = records.map((record) => otherRecord(record, place))
    return others.includes(undefined) ? undefined : others[0]
  }

  function otherRecord(record: Loose, place: string): Mismatch | undefined {
    const checked = context.read(record)
    const [mismatch] = checked.ok
      ? mismatchesOf(rule, asked, checked.value, checked.named)
      : mismatchesOf(rule, asked, context.echoed(record))
    if (mismatch !== undefined) return { ...mismatch, field: `${place}.${mismatch.field}` }
    const { status } = record
    if (rule.states !== undefined && typeof status === 'string' && wordOf(status) !== 'yes') {
      const state = context.stateOf(status).trim().toLowerCase()
      if (rule.states.refused.includes(state.replaceAll(/[\s-]/g, '_')))
        return { field: `${place}.status`, asked: rule.states.done[0] ?? '', answered: status }
    }
    return subject === undefined ? undefined : otherId(record, subject, `${place}.`)
  }
}

/** An id of another thing of the same kind, unless the one that was asked for stands beside it. */
function otherId(level: Loose, { thing, id }: { thing: string; id: string }, place: string): Mismatch | undefined {
  const told = Object.entries(level).flatMap(([name, value]) =>
    SPELLINGS[thing]?.has(plainKey(name)) === true && isPlain(value) && typeof value !== 'boolean'
      ? [{ name, value: String(value).trim() }]
      : [],
  )
  if (told.some(({ value }) => value === id)) return undefined
  const other = told.find(({ value }) => formOf(value) === formOf(id))
  return other === undefined ? undefined : { field: `${place}${other.name}`, asked: id, answered: other.value }
}

/** Records beside are compared by themselves. */
const plainOf = (around: unknown): unknown =>
  isObject(around)
    ? Object.fromEntries(Object.entries(around).filter(([name, value]) => isPlain(value) || /card/i.test(name)))
    : {}
