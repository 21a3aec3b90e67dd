import { EVERY_DAY, parseNight, weekday } from '../../calendar/index.js'
import { checkValue, PropertyCreate, PropertyInfoBody, UnitAdd, WEEKDAYS } from '../../contract/index.js'
import type { SourceAbbreviation } from '../ground/index.js'
import type { Nights, SettingValues, Store } from '../store/index.js'
import { addUnitIdentifier } from '../unit/index.js'
import { refuseField, refuseFindings } from './check.js'
import type { SeedList, SeedNights, SeedProperty, SeedReport, SeedUnit } from './data.js'
import {
  facilitiesOf,
  identifiersOf,
  infoRecordOf,
  mediaOf,
  namesOf,
  propertyRecordOf,
  reviewsOf,
  unitRecordOf,
} from './records.js'

const DEFAULT_OWNER = 'demo-supplier'

/** Writes checked seeds into a store and counts what it wrote. Works inside the caller's transaction. */
export class SeedWriter {
  readonly report: SeedReport = { properties: 0, units: 0, ratePlans: 0, nights: 0, skipped: 0 }
  readonly #store: Store
  readonly #areRecordsSound: boolean

  /** @param options.areRecordsSound true for records that need no check, because this program made them */
  constructor(store: Store, options: { areRecordsSound?: boolean } = {}) {
    this.#store = store
    this.#areRecordsSound = options.areRecordsSound === true
  }

  /**
   * Writes a property, unless its hubSwitchId is there already.
   * @param place where it stands in the data, for findings
   * @throws Fault INVALID_INPUT
   */
  property(seed: SeedProperty, place: string): void {
    const { properties, records } = this.#store
    if (properties.byHubSwitchId(seed.hubSwitchId) !== undefined) return void (this.report.skipped += 1)
    const { distributorType, rating, units = [] } = seed
    const hotelCode = seed.hotelCode === undefined ? undefined : String(seed.hotelCode)
    if (hotelCode !== undefined && properties.byHotelCode(hotelCode) !== undefined)
      refuseField(`${place}.hotelCode`, `is taken (${hotelCode})`)
    const record = propertyRecordOf(seed)
    this.#require(PropertyCreate, record, `${place}.fields`)
    const id = properties.add({ supplierId: this.#ownerOf(seed, place), record, hotelCode, distributorType, rating })
    const info = infoRecordOf(seed)
    if (info !== undefined) {
      this.#require(PropertyInfoBody, { ...info, propertyId: id }, `${place}.info`)
      properties.putInfo(id, info)
    }
    records.putFacilities(id, facilitiesOf(seed))
    records.addMedia(id, mediaOf(seed))
    this.#identifiers(id, seed, place)
    for (const review of reviewsOf(seed)) records.addReview(id, review)
    this.report.properties += 1
    this.#units(id, units, `${place}.units`)
  }

  /** Writes a list, or adds members to the one that the domain has. */
  list({ domain, name, hubSwitchIds }: SeedList, place: string): void {
    const { lists, properties } = this.#store
    const known = lists.byDomain(domain)
    if (known?.isEverything === true) refuseField(`${place}.domain`, `is the list of every property (${domain})`)
    const members = hubSwitchIds.map((hubSwitchId, at) => {
      const property = properties.byHubSwitchId(hubSwitchId)
      return property?.id ?? refuseField(`${place}.hubSwitchIds[${at}]`, `names no property (${hubSwitchId})`)
    })
    lists.addMembers(known?.id ?? lists.add(domain, name), members)
  }

  /** A record must be one that the interface could have taken, so that every reply about it can be sent. */
  #require(
    schema: typeof PropertyCreate | typeof PropertyInfoBody | typeof UnitAdd,
    record: object,
    place: string,
  ): void {
    if (this.#areRecordsSound) return
    const checked = checkValue(schema, record)
    if (!checked.ok)
      refuseFindings(checked.findings.map((finding) => ({ ...finding, field: `${place}.${finding.field ?? ''}` })))
  }

  #identifiers(propertyId: number, seed: SeedProperty, place: string): void {
    const taken = new Set<number>()
    identifiersOf(seed).forEach((identifier, at) => {
      if (taken.has(identifier.sourceId))
        refuseField(`${place}.identifiers[${at}].source`, 'stands twice in one property')
      taken.add(identifier.sourceId)
      this.#store.records.putIdentifier(propertyId, identifier)
    })
  }

  #ownerOf({ partnerId = DEFAULT_OWNER }: SeedProperty, place: string): number {
    return (
      this.#store.accounts.byPartnerId(partnerId)?.id ??
      refuseField(`${place}.partnerId`, `names no account (${partnerId})`)
    )
  }

  #units(propertyId: number, units: readonly SeedUnit[], place: string): void {
    const { units: store, db } = this.#store
    const plans = new Map<string, number>()
    const taken = new Set<string>()
    const calendars: { unitId: number; calendar: readonly SeedNights[] }[] = []
    units.forEach((unit, at) => {
      const roomCode = unit.roomCode === undefined ? undefined : String(unit.roomCode)
      if (roomCode !== undefined && taken.has(roomCode))
        refuseField(`${place}[${at}].roomCode`, `stands twice in one property (${roomCode})`)
      const record = unitRecordOf(unit)
      this.#require(UnitAdd, { propertyId, ...record }, `${place}[${at}].fields`)
      const unitId = store.add(propertyId, record, roomCode)
      taken.add(roomCode ?? String(unitId))
      this.report.units += 1
      // The rules of the seed have let sources of the list through only.
      for (const { source, name, value } of unit.identifiers ?? [])
        addUnitIdentifier(db, unitId, { source: source as SourceAbbreviation, name, value })
      this.#plans(propertyId, unitId, unit, plans)
      if (unit.calendar !== undefined) calendars.push({ unitId, calendar: unit.calendar })
    })
    this.#calendars(calendars)
  }

  #plans(propertyId: number, unitId: number, { ratePlans = [] }: SeedUnit, plans: Map<string, number>): void {
    const { units } = this.#store
    for (const plan of ratePlans) {
      const { name, planCode } = typeof plan === 'string' ? { name: plan, planCode: undefined } : plan
      const known = plans.get(name)
      if (known !== undefined) units.linkPlan(known, unitId)
      else {
        plans.set(
          name,
          units.addPlan(
            propertyId,
            { propertyId, names: namesOf(name) },
            [unitId],
            planCode === undefined ? undefined : String(planCode),
          ),
        )
        this.report.ratePlans += 1
      }
    }
  }

  /** The calendars of one property, as the ranges that they are given in. */
  #calendars(calendars: readonly { unitId: number; calendar: readonly SeedNights[] }[]): void {
    const { cells } = this.#store
    for (const { unitId, calendar } of calendars) {
      const series = cells.seriesOf(unitId, 0)
      const settings: { nights: Nights; values: SettingValues }[] = []
      const inventory: { nights: Nights; availability: number }[] = []
      const touched = new Set<number>()
      for (const { from, to, days, availability, price, ...restrictions } of calendar) {
        const nights = nightsOf(from, to, days)
        const values = { ...restrictions, ...(price === undefined ? {} : { price: String(price) }) }
        if (Object.keys(values).length > 0) settings.push({ nights, values })
        if (availability !== undefined) inventory.push({ nights, availability })
        addNights(touched, nights)
      }
      this.report.nights += touched.size
      cells.seedSettings(series, settings)
      cells.seedInventory(unitId, inventory)
    }
  }
}

/** Both days are in the range. Its form has been checked. */
function nightsOf(from: string, to: string, days: SeedNights['days']): Nights {
  const mask = days?.reduce((bits, day) => bits | (1 << WEEKDAYS.indexOf(day as (typeof WEEKDAYS)[number])), 0)
  return { from: parseNight(from) ?? 0, until: (parseNight(to) ?? -1) + 1, days: mask ?? EVERY_DAY }
}

function addNights(touched: Set<number>, { from, until, days }: Nights): void {
  for (let night = from; night < until; night += 1) {
    if (days & (1 << weekday(night))) touched.add(night)
  }
}
