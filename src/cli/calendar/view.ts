import { formatNight, type NightFields, type Segment, weekday } from '../../calendar/index.js'
import type { DoubtfulSeries, KnownSeries, SentFields } from '../../journal/index.js'
import type { SentSeries } from '../../push/index.js'
import type { Column } from '../terminal/index.js'

const WEEKDAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Values that were sent and not acknowledged, by field, the latest last. The service may hold one of them, or what it held before. */
export type SentNight = Readonly<Record<string, readonly (string | number | boolean)[]>>

/** What the service has acknowledged for one night of one room and plan. Absent: nothing known. */
export interface KnownNight {
  night: string
  weekday: string
  /** 'all' where the value was set for all active rooms. */
  room: string
  plan: string
  unacknowledged?: SentNight
  [field: string]: string | number | boolean | SentNight | undefined
}

/** One record per night, room and plan, in that order; rates and inventory of a room stand together. */
export function nightsOf(
  rates: readonly KnownSeries[],
  inventory: readonly KnownSeries[],
  sent: SentSeries = { rates: [], inventory: [] },
): KnownNight[] {
  const nights = new Map<string, KnownNight>()
  const free = new Map<string, NightFields>()
  for (const { room, segments } of inventory) each(segments, (night, fields) => free.set(`${room} ${night}`, fields))
  const [sentRates, sentFree] = [new SentByNight(sent.rates), new SentByNight(sent.inventory)]
  const used = new Set<string>()
  const put = (night: number, room: string, plan: string, fields: NightFields): void => {
    const key = `${String(night).padStart(8, '0')} ${room.padStart(20, '0')} ${plan.padStart(20, '0')}`
    if (nights.has(key)) return
    used.add(`${room} ${night}`)
    const { availability } = free.get(`${room} ${night}`) ?? {}
    const unacknowledged = valuesOf({ ...sentRates.of(room, plan, night), ...sentFree.of(room, '', night) })
    nights.set(key, {
      night: formatNight(night),
      weekday: WEEKDAY_NAMES[weekday(night)] as string,
      room: room === '' ? 'all' : room,
      plan,
      ...fields,
      ...(availability === undefined ? {} : { availability }),
      ...(Object.keys(unacknowledged).length === 0 ? {} : { unacknowledged }),
    })
  }
  for (const { room, plan, segments } of rates) each(segments, (night, fields) => put(night, room, plan, fields))
  for (const { room, plan, segments } of sent.rates) each(segments, (night) => put(night, room, plan, {}))
  const putFree = (night: number, room: string): void => {
    if (!used.has(`${room} ${night}`)) put(night, room, '', {})
  }
  for (const { room, segments } of inventory)
    each(segments, (night, { availability }) => availability !== undefined && putFree(night, room))
  for (const { room, segments } of sent.inventory) each(segments, (night) => putFree(night, room))
  return [...nights].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, known]) => known)
}

/** What was sent of each night; a room without doubts of its own has those of all rooms. */
class SentByNight {
  readonly #rooms = new Set<string>()
  readonly #nights = new Map<string, SentFields>()

  constructor(sent: readonly DoubtfulSeries[]) {
    for (const { room, plan, segments } of sent) {
      this.#rooms.add(`${plan} ${room}`)
      each(segments, (night, fields) => this.#nights.set(`${plan} ${room} ${night}`, fields))
    }
  }

  of(room: string, plan: string, night: number): SentFields {
    return this.#nights.get(`${plan} ${this.#rooms.has(`${plan} ${room}`) ? room : ''} ${night}`) ?? {}
  }
}

function valuesOf(sent: SentFields): SentNight {
  return Object.fromEntries(
    Object.entries(sent).map(([name, values]) => [name, [...new Set(values.map(({ value }) => value))]]),
  )
}

/** `price 95.00 or 96.00, closed yes`. */
export function sentText(sent: SentNight | undefined): string {
  return Object.entries(sent ?? {})
    .map(
      ([name, values]) =>
        `${name} ${values.map((value) => (value === true ? 'yes' : value === false ? 'no' : String(value))).join(' or ')}`,
    )
    .join(', ')
}

function each<V>(segments: readonly Segment<V>[], visit: (night: number, fields: V) => void): void {
  for (const { from, until, value } of segments) for (let night = from; night < until; night++) visit(night, value)
}

const flag = (name: string, mark: string): Column => ({
  name,
  value: (night) => (night[name] === undefined ? '' : night[name] === true ? mark : 'no'),
})

/** Columns that hold nothing at all are left out. */
export function calendarColumns(nights: readonly KnownNight[]): Column[] {
  const all: Column[] = [
    { name: 'night', value: ({ night }) => night },
    { name: 'weekday', value: (night) => night['weekday'] },
    { name: 'room', value: ({ room }) => room },
    { name: 'plan', value: ({ plan }) => plan },
    { name: 'price', align: 'right', value: ({ price }) => price },
    { name: 'currency', value: ({ currency }) => currency },
    { name: 'min_stay', align: 'right', value: (night) => night['min_stay'] },
    { name: 'max_stay', align: 'right', value: (night) => night['max_stay'] },
    flag('closed', 'closed'),
    flag('closed_to_arrival', 'no arrival'),
    flag('closed_to_departure', 'no departure'),
    { name: 'availability', align: 'right', value: ({ availability }) => availability },
    {
      name: 'unacknowledged',
      isWhole: true,
      value: (night) =>
        night['unacknowledged'] === undefined
          ? ''
          : `${sentText(night['unacknowledged'] as SentNight)} (sent, not acknowledged)`,
    },
  ]
  return all.filter(({ value }) => nights.length === 0 || nights.some((night) => (value(night) ?? '') !== ''))
}
