import { type Segment, type NightFields, formatNight, weekday } from '../calendar/index.js'
import type { KnownSeries } from '../journal/index.js'
import type { Column } from './view.js'

const WEEKDAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** What the service has acknowledged for one night of one room and plan. Absent: nothing known. */
export interface KnownNight {
  night: string
  weekday: string
  /** 'all' where the value was set for all active rooms. */
  room: string
  plan: string
  [field: string]: string | number | boolean
}

/** One record per night, room and plan, in that order; rates and inventory of a room stand together. */
export function nightsOf(rates: readonly KnownSeries[], inventory: readonly KnownSeries[]): KnownNight[] {
  const nights = new Map<string, KnownNight>()
  const free = new Map<string, string | number | boolean>()
  for (const { room, segments } of inventory) {
    each(segments, (night, { availability }) => availability !== undefined && free.set(`${room} ${night}`, availability))
  }
  const put = (night: number, room: string, plan: string, fields: NightFields): void => {
    const key = `${String(night).padStart(8, '0')} ${room.padStart(20, '0')} ${plan.padStart(20, '0')}`
    nights.set(key, { night: formatNight(night), weekday: WEEKDAY_NAMES[weekday(night)] as string, room: room === '' ? 'all' : room, plan, ...fields })
  }
  const used = new Set<string>()
  for (const { room, plan, segments } of rates) {
    each(segments, (night, fields) => {
      const key = `${room} ${night}`
      const availability = free.get(key)
      used.add(key)
      put(night, room, plan, availability === undefined ? fields : { ...fields, availability })
    })
  }
  for (const [key, availability] of free) {
    const [room = '', night] = key.split(' ')
    if (!used.has(key)) put(Number(night), room, '', { availability })
  }
  return [...nights].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, known]) => known)
}

function each(segments: readonly Segment<NightFields>[], visit: (night: number, fields: NightFields) => void): void {
  for (const { from, until, value } of segments) for (let night = from; night < until; night++) visit(night, value)
}

const flag = (name: string, mark: string): Column => ({ name, value: (night) => (night[name] === undefined ? '' : night[name] === true ? mark : 'no') })

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
  ]
  return all.filter(({ value }) => nights.length === 0 || nights.some((night) => (value(night) ?? '') !== ''))
}
