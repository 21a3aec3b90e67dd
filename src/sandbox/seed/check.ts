import { parseNight } from '../../calendar/index.js'
import { Fault, type Finding } from '../../errors.js'
import { RANGE_NIGHTS_MAX } from '../ground/index.js'
import type { SeedData } from './data.js'
import { faultOfName, isObject, RULES } from './rules.js'

type Part = keyof typeof RULES

class SeedChecks {
  readonly findings: Finding[] = []

  /** Checks an object's fields; its parts are checked by whoever asks. */
  fields(
    place: string,
    value: unknown,
    part: Part,
    required: readonly string[] = [],
  ): value is Record<string, unknown> {
    if (!isObject(value)) {
      this.findings.push({ field: place, reason: 'must be an object' })
      return false
    }
    const rules: Record<string, (item: unknown) => string | undefined> = RULES[part]
    for (const name of required)
      if (value[name] === undefined) this.findings.push({ field: `${place}.${name}`, reason: 'is required' })
    for (const [name, item] of Object.entries(value)) {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
      const wrong = rule === undefined ? 'is not a known field' : item === undefined ? undefined : rule(item)
      if (wrong !== undefined) this.findings.push({ field: `${place}.${name}`, reason: wrong })
    }
    return true
  }

  /** Checks the objects of a list, where it is one; what is no object has been told by the rule of the list. */
  each(place: string, values: unknown, check: (place: string, value: Record<string, unknown>) => void): void {
    if (Array.isArray(values))
      values.forEach((value: unknown, at) => (isObject(value) ? check(`${place}[${at}]`, value) : undefined))
  }

  property(place: string, value: unknown): void {
    if (!this.fields(place, value, 'property', ['hubSwitchId', 'code', 'name'])) return
    if (isObject(value['address'])) this.fields(`${place}.address`, value['address'], 'address')
    this.each(`${place}.facilities`, value['facilities'], (at, item) => this.fields(at, item, 'facility', ['id']))
    this.each(`${place}.images`, value['images'], (at, item) => this.fields(at, item, 'image', ['url']))
    this.each(`${place}.identifiers`, value['identifiers'], (at, item) =>
      this.fields(at, item, 'identifier', ['source', 'identifier']),
    )
    this.each(`${place}.reviews`, value['reviews'], (at, item) => this.fields(at, item, 'review'))
    this.each(`${place}.units`, value['units'], (at, unit) => this.unit(at, unit))
  }

  unit(place: string, value: Record<string, unknown>): void {
    this.fields(place, value, 'unit', ['name', 'count', 'basePrice'])
    if (isObject(value['occupancy'])) this.fields(`${place}.occupancy`, value['occupancy'], 'occupancy', ['standard'])
    if (isObject(value['names'])) {
      for (const [language, name] of Object.entries(value['names'])) {
        const wrong = faultOfName(language, name)
        if (wrong !== undefined) this.findings.push({ field: `${place}.names.${language}`, reason: wrong })
      }
    }
    this.each(`${place}.ratePlans`, value['ratePlans'], (at, plan) => this.fields(at, plan, 'plan', ['name']))
    this.each(`${place}.identifiers`, value['identifiers'], (at, item) =>
      this.fields(at, item, 'unitIdentifier', ['source', 'name', 'value']),
    )
    this.each(`${place}.calendar`, value['calendar'], (at, nights) => this.nights(at, nights))
    if (value['calendar'] !== undefined && (value['type'] ?? 'room') !== 'room')
      this.findings.push({ field: `${place}.calendar`, reason: 'is for rooms only' })
  }

  nights(place: string, value: Record<string, unknown>): void {
    this.fields(place, value, 'nights', ['from', 'to'])
    const [from, to] = [parseNight(String(value['from'])), parseNight(String(value['to']))]
    if (from === undefined || to === undefined) return
    if (to < from) this.findings.push({ field: `${place}.to`, reason: 'is before from' })
    if (to - from >= RANGE_NIGHTS_MAX)
      this.findings.push({ field: `${place}.to`, reason: `makes more than ${RANGE_NIGHTS_MAX} nights` })
  }
}

/**
 * Checks what a person's seed file holds.
 * @throws Fault INVALID_INPUT with a finding for each field that is wrong
 */
export function checkSeed(data: unknown): SeedData {
  const checks = new SeedChecks()
  const { properties, lists = [] } = isObject(data) ? data : {}
  if (Array.isArray(properties)) properties.forEach((property, at) => checks.property(`properties[${at}]`, property))
  else checks.findings.push({ field: 'properties', reason: 'must be a list' })
  if (Array.isArray(lists))
    lists.forEach((list, at) => checks.fields(`lists[${at}]`, list, 'list', ['domain', 'name', 'hubSwitchIds']))
  else checks.findings.push({ field: 'lists', reason: 'must be a list' })
  refuseFindings(checks.findings)
  return data as SeedData
}

/** @throws Fault INVALID_INPUT where there is a finding */
export function refuseFindings(findings: readonly Finding[]): void {
  const [first] = findings
  if (first !== undefined)
    throw new Fault('INVALID_INPUT', `The seed data is not valid: ${first.field ?? ''} ${first.reason}.`, {
      findings: [...findings],
    })
}

/** @throws Fault INVALID_INPUT naming the field */
export function refuseField(field: string, reason: string): never {
  throw new Fault('INVALID_INPUT', `The seed data is not valid: ${field} ${reason}.`, { findings: [{ field, reason }] })
}
