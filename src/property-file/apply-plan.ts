import { PropertyCreate, PropertyUpdate, shapeNames, UnitUpdate, UPDATE_DIFFERENCES } from '../contract/index.js'
import { Fault, type Finding } from '../errors.js'
import { type Change, changesOf, differingFields } from './content.js'
import { infoFields, propertyFields, type PropertyRecords } from './document.js'
import { type KnownUnit, matchUnits, namedUnit } from './match-units.js'
import type { FileUnitData, PropertyFileData } from './property-file.js'

/** One request that brings the service to what the document says. Its property id is known when it is sent. */
export interface ApplyStep {
  call: 'property.create' | 'property.update' | 'propertyInfo.set' | 'unit.add' | 'unit.update'
  /** What a person reads: `property HS-1`, `unit 101 Double room`. */
  label: string
  /** Unit of `unit.update`. */
  unitId?: number
  body: Record<string, unknown>
  changes: Change[]
}

export interface ApplyPlan {
  steps: ApplyStep[]
  /** Units that the service has and the document does not name; they stay as they are. */
  untouched: { id: number; label: string }[]
}

/**
 * The requests that a document needs, none where nothing differs. What the document leaves out is left alone.
 * @param current what the service has; undefined where there is no such property yet
 * @throws Fault INVALID_INPUT naming fields that differ and that no update can change, or units that may be there already
 */
export function planApply(document: PropertyFileData, current: PropertyRecords | undefined): ApplyPlan {
  const findings: Finding[] = []
  const { property, info, units = [] } = document
  const label = `property ${property.hubSwitchId}`
  const named = (current?.units ?? []).map(namedUnit).sort((a, b) => a.unit.id - b.unit.id)
  const known = named.map(({ unit }) => unit)
  const { matched, findings: doubts } = matchUnits(units, named)
  if (doubts.length > 0)
    throw new Fault(
      'INVALID_INPUT',
      'It cannot be told whether units of the document are there already; to add them could double them.',
      {
        findings: doubts,
        next: 'Give these units their ids in the document ("hubswitch unit list" and "hubswitch property export" show them). Nothing was sent.',
      },
    )
  const steps: ApplyStep[] = [
    ...(current === undefined
      ? createSteps(property, label)
      : updateSteps(propertyFields(current.property), property, label, findings)),
    ...infoSteps(current?.info === undefined ? {} : infoFields(current.info), info, `information of ${label}`),
    ...units.flatMap((unit, at) => unitSteps(unit, matched[at], `units[${at}]`, findings)),
  ]
  if (findings.length > 0) {
    throw new Fault('INVALID_INPUT', 'The document differs from the service in fields that no update can change.', {
      findings,
      next: 'Take these changes out of the document. Nothing was sent.',
    })
  }
  const used = new Set(matched.flatMap((unit) => (unit === undefined ? [] : [unit.id])))
  return {
    steps,
    untouched: known.filter(({ id }) => !used.has(id)).map((unit) => ({ id: unit.id, label: unitLabel(unit) })),
  }
}

type Fields = Record<string, unknown>

function only(names: readonly string[], fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}

function createSteps(property: Fields, label: string): ApplyStep[] {
  const body = only(shapeNames(PropertyCreate), property)
  const rest = Object.fromEntries(Object.entries(property).filter(([name]) => !(name in body)))
  return [
    { call: 'property.create', label, body, changes: changesOf({}, body) },
    ...(Object.keys(rest).length === 0
      ? []
      : [{ call: 'property.update' as const, label, body: rest, changes: changesOf({}, rest) }]),
  ]
}

function updateSteps(current: Fields, wanted: Fields, label: string, findings: Finding[]): ApplyStep[] {
  const body = differingFields(current, wanted)
  const { createOnly, spelling } = UPDATE_DIFFERENCES
  for (const field of Object.keys(body).filter((name) => name in createOnly)) {
    findings.push({
      field: `property.${field}`,
      value: shown(body[field]),
      reason: createOnly[field as keyof typeof createOnly],
      remedy: `The service has ${shown(current[field])}`,
    })
  }
  if (Object.keys(body).length === 0) return []
  const sent = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [spelling[name as keyof typeof spelling] ?? name, value]),
  )
  return [
    {
      call: 'property.update',
      label,
      body: only(shapeNames(PropertyUpdate), sent),
      changes: changesOf(current, wanted),
    },
  ]
}

function infoSteps(current: Fields, wanted: Fields | undefined, label: string): ApplyStep[] {
  const body = wanted === undefined ? {} : differingFields(current, wanted)
  return Object.keys(body).length === 0
    ? []
    : [{ call: 'propertyInfo.set', label, body, changes: changesOf(current, body) }]
}

function unitSteps(
  { id: _id, ...unit }: FileUnitData,
  current: KnownUnit | undefined,
  place: string,
  findings: Finding[],
): ApplyStep[] {
  if (current === undefined)
    return [{ call: 'unit.add', label: `unit ${unitLabel(unit)}`, body: unit, changes: changesOf({}, unit) }]
  const body = differingFields(current, unit)
  for (const field of Object.keys(body).filter((name) => !shapeNames(UnitUpdate).includes(name))) {
    findings.push({
      field: `${place}.${field}`,
      value: shown(body[field]),
      reason: 'is set when a unit is added and cannot be changed',
      remedy: `The service has ${shown(current[field])}`,
    })
  }
  if (Object.keys(body).length === 0) return []
  return [
    {
      call: 'unit.update',
      unitId: current.id,
      label: `unit ${current.id} ${unitLabel(current)}`,
      body,
      changes: changesOf(current, body),
    },
  ]
}

function unitLabel({ names }: Fields): string {
  const [first] = Array.isArray(names) ? (names as { text?: string }[]) : []
  return first?.text ?? 'without a name'
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))
