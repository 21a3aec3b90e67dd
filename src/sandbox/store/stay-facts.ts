import type { Database } from '../../sql/index.js'
import { ROOM_TYPE_ID } from '../ground/index.js'
import type { NightTuple, RangeTuple } from './calendar-ranges.js'
import { joined } from './night-words.js'
import { STANDARD_PRICE } from './units.js'

export interface UnitFacts {
  id: number
  /** Units there are. */
  units: number | undefined
  basePrice: number | undefined
  minStay: number | undefined
  maxStay: number | undefined
  /** Whether it has none of the rules that go beyond prices, restrictions and counts of nights: weekdays, blockouts, prices per person or stay. */
  isPlain: boolean
}

export interface PlanFacts {
  id: number
  unitIds: ReadonlySet<number>
  closed: boolean | undefined
  closedToArrival: boolean | undefined
  closedToDeparture: boolean | undefined
  minStay: number | undefined
  maxStay: number | undefined
  price: string | number | undefined
  currency: string | undefined
}

export interface SeriesFacts {
  /** 0 = no plan. */
  planId: number
  ranges: readonly RangeTuple[]
  nights: readonly NightTuple[]
}

/** What is set for the nights of a unit. */
export interface UnitCalendar {
  /** Counts: from, until, weekdays, count. */
  inventory: readonly (readonly number[])[]
  series: readonly SeriesFacts[]
}

/** What decides about stays in one property, as the store has it, without what is set for nights. */
export interface PropertyFacts {
  id: number
  active: boolean
  currency: string | undefined
  timezone: unknown
  units: UnitFacts[]
  plans: PlanFacts[]
}

const OF_THESE = 'IN (SELECT value FROM json_each(?))'

const UNIT_PATHS = [
  'noOfSellableUnits',
  'basePrice',
  'minLengthOfStay',
  'maxLengthOfStay',
  'paymentType',
  'arrivalDays',
  'departureDays',
  'bookableDays',
  'capacities',
]
const PLAN_PATHS = [
  'stopSell',
  'closedToArrival',
  'closedToDeparture',
  'minLengthOfStay',
  'maxLengthOfStay',
  'price.mode',
  'price.value',
  'price.currencyCode',
]
/** Fields of a record as one JSON list: parsing whole records takes several times as long. */
const fieldsOf = (paths: readonly string[]): string =>
  `json_extract(record, ${paths.map((path) => `'$.${path}'`).join(', ')})`

/** Ways of paying by which a night does not cost what the calendar says. */
const NOT_BY_NIGHT: ReadonlySet<string | null> = new Set(['per_person', 'per_person_per_night', 'per_stay'])

type UnitTuple = [
  units: number | null,
  basePrice: number | null,
  minStay: number | null,
  maxStay: number | null,
  paymentType: string | null,
  arrivalDays: unknown,
  departureDays: unknown,
  bookableDays: unknown,
  capacities: { isBlockout?: boolean }[] | null,
]
type PlanTuple = [
  closed: boolean | null,
  closedToArrival: boolean | null,
  closedToDeparture: boolean | null,
  minStay: number | null,
  maxStay: number | null,
  mode: string | null,
  price: string | number | null,
  currency: string | null,
]

/** Reads what decides about stays in these properties but for their nights, a few queries for all of them. */
export function readPropertyFacts(db: Database, ids: readonly number[]): PropertyFacts[] {
  const list = JSON.stringify(ids)
  const rows = db.all<{ id: number; active: number; currency: string | null; timezone: unknown }>(
    `SELECT p.id, p.active, p.record ->> 'homeCurrencyCode' AS currency, i.record ->> 'timezone' AS timezone
     FROM properties p LEFT JOIN property_info i ON i.property_id = p.id WHERE p.id ${OF_THESE}`,
    list,
  )
  const facts = new Map(
    rows.map(({ id, active, currency, timezone }): [number, PropertyFacts] => [
      id,
      { id, active: active === 1, currency: currency ?? undefined, timezone, units: [], plans: [] },
    ]),
  )
  readUnits(db, list, facts)
  readPlans(db, list, facts)
  return [...facts.values()]
}

type Facts = ReadonlyMap<number, PropertyFacts>

function readUnits(db: Database, list: string, facts: Facts): void {
  const rows = db.all<{ id: number; propertyId: number; fields: string }>(
    `SELECT id, property_id AS propertyId, ${fieldsOf(UNIT_PATHS)} AS fields
     FROM units WHERE property_id ${OF_THESE} AND deleted = 0 AND type_id = ${ROOM_TYPE_ID} ORDER BY id`,
    list,
  )
  for (const { id, propertyId, fields } of rows) {
    const [units, basePrice, minStay, maxStay, paymentType, arrival, departure, bookable, capacities] = JSON.parse(
      fields,
    ) as UnitTuple
    facts.get(propertyId)?.units.push({
      id,
      units: units ?? undefined,
      basePrice: basePrice ?? undefined,
      minStay: minStay ?? undefined,
      maxStay: maxStay ?? undefined,
      isPlain:
        !NOT_BY_NIGHT.has(paymentType) &&
        [arrival, departure, bookable].every((days) => days === null) &&
        (capacities ?? []).every(({ isBlockout }) => isBlockout !== true),
    })
  }
}

function readPlans(db: Database, list: string, facts: Facts): void {
  const rows = db.all<{ id: number; propertyId: number; fields: string; units: string }>(
    `SELECT id, property_id AS propertyId, ${fieldsOf(PLAN_PATHS)} AS fields,
       (SELECT json_group_array(unit_id) FROM rate_plan_units WHERE plan_id = r.id) AS units
     FROM rate_plans r WHERE property_id ${OF_THESE} AND deleted = 0 ORDER BY id`,
    list,
  )
  for (const { id, propertyId, fields, units } of rows) {
    const [closed, closedToArrival, closedToDeparture, minStay, maxStay, mode, price, currency] = JSON.parse(
      fields,
    ) as PlanTuple
    facts.get(propertyId)?.plans.push({
      id,
      unitIds: new Set(JSON.parse(units) as number[]),
      closed: closed ?? undefined,
      closedToArrival: closedToArrival ?? undefined,
      closedToDeparture: closedToDeparture ?? undefined,
      minStay: minStay ?? undefined,
      maxStay: maxStay ?? undefined,
      price: mode === null || mode === STANDARD_PRICE ? (price ?? undefined) : undefined,
      currency: currency ?? undefined,
    })
  }
}

/** Reads what is set for the nights of these units. */
export function readCalendars(db: Database, unitIds: readonly number[]): ReadonlyMap<number, UnitCalendar> {
  const list = JSON.stringify(unitIds)
  const counts = readCounts(db, list)
  const series = readSeries(db, list)
  return new Map(unitIds.map((id) => [id, { inventory: counts.get(id) ?? [], series: series.get(id) ?? [] }]))
}

function readCounts(db: Database, list: string): Map<number, number[][]> {
  const rows = db.all<{ id: number; ranges: string | null; nights: string | null }>(
    `SELECT id, (SELECT ranges FROM inventory_ranges WHERE unit_id = u.id) AS ranges,
       (SELECT json_group_array(json_array(night, available)) FROM (SELECT night, available FROM inventory WHERE unit_id = u.id ORDER BY night)) AS nights
     FROM units u WHERE id ${OF_THESE}`,
    list,
  )
  return new Map(
    rows.map(({ id, ranges, nights }) => [
      id,
      [
        ...(JSON.parse(ranges ?? '[]') as number[][]),
        // The words of a count are its number alone.
        ...joined(JSON.parse(nights ?? '[]') as NightTuple[], ([available]) => [0, Number(available)]),
      ],
    ]),
  )
}

function readSeries(db: Database, list: string): Map<number, SeriesFacts[]> {
  const columns = 'night, price, currency, min_stay, max_stay, closed, closed_to_arrival, closed_to_departure'
  const rows = db.all<{ unitId: number; planId: number; ranges: string | null; nights: string | null }>(
    `SELECT s.unit_id AS unitId, s.plan_id AS planId, (SELECT ranges FROM setting_ranges WHERE series_id = s.id) AS ranges,
       (SELECT json_group_array(json_array(${columns})) FROM (SELECT ${columns} FROM settings WHERE series_id = s.id ORDER BY night)) AS nights
     FROM series s WHERE s.unit_id ${OF_THESE}`,
    list,
  )
  const found = new Map<number, SeriesFacts[]>()
  for (const { unitId, planId, ranges, nights } of rows) {
    const series = found.get(unitId) ?? []
    series.push({
      planId,
      ranges: JSON.parse(ranges ?? '[]') as RangeTuple[],
      nights: JSON.parse(nights ?? '[]') as NightTuple[],
    })
    found.set(unitId, series)
  }
  return found
}
