import { Fault, type Finding } from '../errors.js'
import { lookupByCode, lookupList, type LookupName } from './lookups.js'
import type { SeedData } from './seed.js'

/** Says what is wrong with a value, or undefined where nothing is. */
type Rule = (value: unknown) => string | undefined

const text: Rule = (value) => (typeof value === 'string' && value !== '' ? undefined : 'must be text')
const between = (low: number, high: number): Rule => (value) =>
  typeof value === 'number' && value >= low && value <= high ? undefined : `must be a number from ${low} to ${high}`
const wholeBetween = (low: number, high: number): Rule => (value) =>
  Number.isInteger(value) && Number(value) >= low && Number(value) <= high ? undefined : `must be an integer from ${low} to ${high}`
const amount: Rule = (value) => (typeof value === 'number' && value >= 0 && Number.isFinite(value) ? undefined : 'must be a number of at least 0')
const count = wholeBetween(0, 2_147_483_647)
const object: Rule = (value) => (isObject(value) ? undefined : 'must be an object')
const inList = (list: LookupName): Rule => (value) =>
  typeof value === 'string' && lookupByCode(list, value) !== undefined ? undefined : `must be a code such as ${lookupList(list).slice(0, 3).map(({ code }) => code).join(', ')}`
const each = (rule: Rule): Rule => (value) => (Array.isArray(value) ? value.map(rule).find((wrong) => wrong !== undefined) : 'must be a list')

/** An integer that `/v1` requests name; in quotes where a double cannot hold it. */
const code: Rule = (value) => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? undefined : 'must be an integer; write a long one in quotes'
  return /^(0|[1-9]\d{0,18})$/.test(String(value)) ? undefined : 'must be an integer of at most 19 digits'
}

const ADDRESS = { addressLine: text, cityName: text, postalCode: text, country: inList('country') }
const OCCUPANCY = { standard: count, min: count, max: count }
const PLAN = { name: text, planCode: code }
const UNIT = {
  roomCode: code, name: text, names: object, type: inList('unitType'), count, basePrice: amount, occupancy: object, ratePlans: each((plan) => (isObject(plan) ? undefined : text(plan))), fields: object,
}
const PROPERTY = {
  hotelCode: code, name: text, code: text, hubSwitchId: text, status: text, latitude: between(-90, 90), longitude: between(-180, 180), address: object, currency: inList('currency'),
  timezone: text, partnerId: text, distributorType: text, rating: wholeBetween(1, 5), propertyType: inList('propertyType'), facilityIds: each(count), fields: object, units: each(object),
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

class SeedChecks {
  readonly findings: Finding[] = []

  fields(place: string, value: unknown, rules: Record<string, Rule>, required: readonly string[]): void {
    if (!isObject(value)) return void this.findings.push({ field: place, reason: 'must be an object' })
    for (const name of required) if (value[name] === undefined) this.findings.push({ field: `${place}.${name}`, reason: 'is required' })
    for (const [name, item] of Object.entries(value)) {
      const rule = rules[name]
      const wrong = rule === undefined ? 'is not a known field' : item === undefined ? undefined : rule(item)
      if (wrong !== undefined) this.findings.push({ field: `${place}.${name}`, reason: wrong })
    }
  }

  property(place: string, value: unknown): void {
    this.fields(place, value, PROPERTY, ['hubSwitchId', 'code', 'name'])
    if (!isObject(value)) return
    if (isObject(value['address'])) this.fields(`${place}.address`, value['address'], ADDRESS, [])
    if (Array.isArray(value['units'])) value['units'].forEach((unit, at) => this.unit(`${place}.units[${at}]`, unit))
  }

  unit(place: string, value: unknown): void {
    if (!isObject(value)) return
    this.fields(place, value, UNIT, ['name', 'count', 'basePrice'])
    if (isObject(value['occupancy'])) this.fields(`${place}.occupancy`, value['occupancy'], OCCUPANCY, ['standard'])
    if (isObject(value['names'])) {
      for (const [language, name] of Object.entries(value['names'])) {
        const wrong = lookupByCode('language', language) === undefined ? 'names no language that exists' : text(name)
        if (wrong !== undefined) this.findings.push({ field: `${place}.names.${language}`, reason: wrong })
      }
    }
    if (Array.isArray(value['ratePlans'])) {
      value['ratePlans'].forEach((plan, at) => (isObject(plan) ? this.fields(`${place}.ratePlans[${at}]`, plan, PLAN, ['name']) : undefined))
    }
  }
}

/**
 * Checks what a person's seed file holds.
 * @throws Fault INVALID_INPUT with a finding for each field that is wrong
 */
export function checkSeed(data: unknown): SeedData {
  const checks = new SeedChecks()
  const properties = isObject(data) ? data['properties'] : undefined
  if (Array.isArray(properties)) properties.forEach((property, at) => checks.property(`properties[${at}]`, property))
  else checks.findings.push({ field: 'properties', reason: 'must be a list' })
  refuseFindings(checks.findings)
  return data as SeedData
}

/** @throws Fault INVALID_INPUT where there is a finding */
export function refuseFindings(findings: readonly Finding[]): void {
  const [first] = findings
  if (first !== undefined) throw new Fault('INVALID_INPUT', `The seed data is not valid: ${first.field ?? ''} ${first.reason}.`, { findings: [...findings] })
}
