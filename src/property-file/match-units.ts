import type { FileUnitData } from '../contract/property-file.js'
import type { Finding } from '../errors.js'
import { saysTheSame } from './content.js'
import { unitFields } from './document.js'

type Fields = Record<string, unknown>
export type KnownUnit = Fields & { id: number }

/** A unit of the service, with the texts by which it can be recognised. */
export interface NamedUnit {
  unit: KnownUnit
  /** Undefined where the service shows no name of any kind, so that it may have one. */
  texts: readonly Text[] | undefined
}

interface Text {
  text: string
  /** Undefined where the service does not tell the language. */
  languageId: unknown
}

const plainText = (text: unknown): string => String(text).normalize('NFC').trim()

/** Reads a unit's record: its names, or the one name where it has no list of them. */
export function namedUnit(record: Readonly<Fields>): NamedUnit {
  const unit = unitFields(record)
  const { name, names } = record
  const listed = Array.isArray(names) ? (names as (Fields | null)[]).map((entry) => ({ text: plainText(entry?.['text']), languageId: entry?.['languageId'] ?? undefined })) : undefined
  const single = typeof name === 'string' && name.trim() !== '' ? [{ text: plainText(name), languageId: undefined }] : undefined
  return { unit, texts: listed !== undefined && (listed.length > 0 || single === undefined) ? listed : single }
}

/**
 * The unit of the service that each unit of a document is. It is the one of its id; without one that the property has, the first of the same type and names
 * that no other claims. Blanks around a name count for nothing, and one name stands for a list that is not shown.
 * @returns findings for units of which it cannot be told whether they are there: to add them could double them
 */
export function matchUnits(units: readonly FileUnitData[], known: readonly NamedUnit[]): { matched: (KnownUnit | undefined)[]; findings: Finding[] } {
  const free = new Map(known.map((one) => [one.unit.id, one]))
  const findings: Finding[] = []
  const claim = (one: NamedUnit | undefined): KnownUnit | undefined => {
    if (one !== undefined) free.delete(one.unit.id)
    return one?.unit
  }
  const first = (fits: (one: NamedUnit) => boolean): NamedUnit | undefined => [...free.values()].find(fits)
  const byId = units.map(({ id }) => claim(id === undefined ? undefined : free.get(id)))
  const exact = units.map((unit, at) => byId[at] ?? claim(first(({ unit: one }) => saysTheSame(one['names'], unit.names) && typeOf(one, unit) === 'same')))
  const byText = units.map((unit, at) => exact[at] ?? asShown(claim(first((one) => hasNames(one, unit) && typeOf(one.unit, unit) === 'same')), unit))
  const matched = units.map((unit, at) => {
    if (byText[at] !== undefined) return byText[at]
    const [one, other] = [...free.values()].filter((candidate) => hasNames(candidate, unit) && typeOf(candidate.unit, unit) === 'unknown')
    if (one === undefined || other === undefined) return asShown(claim(one), unit)
    findings.push(doubtful(at, `units ${one.unit.id} and ${other.unit.id} of the property have this name, and the service does not show their types`))
    return undefined
  })
  for (const [at, unit] of units.entries()) {
    const nameless = matched[at] === undefined && unit.names !== undefined ? first((one) => one.texts === undefined && typeOf(one.unit, unit) !== 'other') : undefined
    if (nameless !== undefined) findings.push(doubtful(at, `the service shows no name of unit ${nameless.unit.id}, so it cannot be told whether it is this one`))
  }
  return { matched, findings }
}

const doubtful = (at: number, reason: string): Finding => ({ field: `units[${at}]`, reason, remedy: 'Give it the id of the unit that it is; add a new one with "hubswitch unit add"' })

function typeOf(known: KnownUnit, { sellableUnitTypeId }: FileUnitData): 'same' | 'other' | 'unknown' {
  const { sellableUnitTypeId: type } = known
  if (sellableUnitTypeId === undefined || type === sellableUnitTypeId) return 'same'
  return type === undefined || type === null ? 'unknown' : 'other'
}

/** Whether a unit has the names of the document: all of them, or those that the service shows where it does not tell their languages. */
function hasNames({ texts }: NamedUnit, { names = [] }: FileUnitData): boolean {
  if (texts === undefined || texts.length === 0 || names.length === 0) return false
  const isWhole = texts.every(({ languageId }) => languageId !== undefined)
  return (!isWhole || texts.length === names.length) && texts.every(({ text, languageId }) => names.some((one) => plainText(one.text) === text && (languageId === undefined || one.languageId === languageId)))
}

/** One name says all where the document has one as well; what a list of several says cannot be seen. */
function asShown(unit: KnownUnit | undefined, { names }: FileUnitData): KnownUnit | undefined {
  return unit === undefined || unit['names'] !== undefined || names?.length !== 1 ? unit : { ...unit, names }
}
