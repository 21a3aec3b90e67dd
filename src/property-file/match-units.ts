import type { Finding } from '../errors.js'
import { firstCharacters } from '../redaction/index.js'
import { differingFields, saysTheSame } from './content.js'
import { unitFields } from './document.js'
import type { FileUnitData } from './property-file.js'

type Fields = Record<string, unknown>
export type KnownUnit = Fields & { id: number }

/** A unit of the service, with the texts by which it can be recognised. */
interface NamedUnit {
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
const folded = (text: string): string => plainText(text).toLowerCase()

/** Reads a unit's record: its names, or the one name where it has no list of them. */
export function namedUnit(record: Readonly<Fields>): NamedUnit {
  const unit = unitFields(record)
  const { name, names } = record
  const listed = Array.isArray(names)
    ? (names as (Fields | null)[]).map((entry) => ({
        text: plainText(entry?.['text']),
        languageId: entry?.['languageId'] ?? undefined,
      }))
    : undefined
  const single =
    typeof name === 'string' && name.trim() !== '' ? [{ text: plainText(name), languageId: undefined }] : undefined
  return { unit, texts: listed !== undefined && (listed.length > 0 || single === undefined) ? listed : single }
}

/**
 * The unit of the service that each unit of a document is: the one of its id; else one that has all it says already; else the only one with all of its names;
 * else the only one with one of its names in the same language. Blanks and capitals count for nothing here, and none of another type is taken for it by its names.
 * What matches none is new only where every unit that the service has of its type or with one of its names is another one of the document: any other may be this one, renamed or of another
 * type since.
 * @returns findings for units of which it cannot be told whether they are there: to add them could double them
 */
export function matchUnits(
  units: readonly FileUnitData[],
  known: readonly NamedUnit[],
): { matched: (KnownUnit | undefined)[]; findings: Finding[] } {
  const free = new Map(known.map((one) => [one.unit.id, one]))
  const matched: (KnownUnit | undefined)[] = units.map(() => undefined)
  const findings: Finding[] = []
  const judged = new Set<number>()
  const claim = (at: number, one: NamedUnit | undefined): void => {
    if (one === undefined) return
    free.delete(one.unit.id)
    judged.add(at)
    matched[at] = asShown(one, units[at] as FileUnitData)
  }
  const doubt = (at: number, finding: Finding): void => {
    judged.add(at)
    findings.push(finding)
  }
  const open = (): [number, FileUnitData][] => [...units.entries()].filter(([at]) => !judged.has(at))
  for (const [at, { id }] of units.entries()) {
    const one = id === undefined ? undefined : free.get(id)
    claim(at, one)
    // The units of a copy get ids of their own; where the property has units, an id that none of them has is a slip, and a name is no proof against it.
    if (id !== undefined && one === undefined && known.length > 0)
      doubt(at, {
        field: `units[${at}].id`,
        value: String(id),
        reason: 'is no unit of this property',
        remedy: 'Correct it, or leave it out to go by the names',
      })
  }
  // Nothing is sent to what says all of it already, so it does not matter which of several alike it is.
  for (const [at, unit] of open())
    claim(
      at,
      [...free.values()].find((one) => isAlready(one, unit)),
    )
  for (const fits of [hasAllNames, sharesName]) {
    const found = new Map(
      open().map(
        ([at, unit]) =>
          [at, [...free.values()].filter((one) => typeOf(one.unit, unit) !== 'other' && fits(one, unit))] as const,
      ),
    )
    for (const [at, candidates] of found) {
      const [one, other] = candidates
      const rival = [...found].find(
        ([place, others]) => place !== at && others.some((each) => candidates.includes(each)),
      )?.[0]
      if (one === undefined) continue
      if (other !== undefined)
        doubt(at, {
          ...doubtful(at),
          reason: `has a name of ${candidates.slice(0, 5).map(shownUnit).join(' and of ')}`,
        })
      else if (rival !== undefined)
        doubt(at, { ...doubtful(at), reason: `has a name of ${shownUnit(one)}, and so has units[${rival}]` })
      else claim(at, one)
    }
  }
  for (const [at, unit] of open()) {
    const others = [...free.values()]
    const one =
      others.find((each) => sharesName(each, unit)) ?? others.find((each) => typeOf(each.unit, unit) !== 'other')
    if (one === undefined) continue
    doubt(at, {
      ...doubtful(at),
      reason: whyItMayBe(one, unit),
      remedy: `Write "id: ${one.unit.id}" if it is that one. If it is new, put ${one.unit.id} into the document as well, or add the new one with "hubswitch unit add"`,
    })
  }
  return { matched, findings: findings.sort((a, b) => placeOf(a) - placeOf(b)) }
}

const placeOf = ({ field }: Finding): number => Number(/\d{1,9}/.exec(field ?? '')?.[0] ?? 0)
const doubtful = (at: number): { field: string; remedy: string } => ({
  field: `units[${at}]`,
  remedy: 'Give it the id of the unit that it is; add a new one with "hubswitch unit add"',
})

/** Why a unit of the service that is no other one of the document may be this one. */
function whyItMayBe(one: NamedUnit, unit: FileUnitData): string {
  const type = typeOf(one.unit, unit)
  if (type === 'other')
    return `${shownUnit(one)} has its name and the type ${one.unit['sellableUnitTypeId']}, and is no other unit of the document: it may be this one, of another type since`
  if (one.texts === undefined)
    return `the service shows no name of unit ${one.unit.id}, so it cannot be told whether it is this one`
  return `no unit has one of its names, and ${shownUnit(one)}${type === 'same' ? ', of the same type,' : ''} is no other unit of the document: it may be this one, renamed`
}

const shownUnit = ({ unit, texts = [] }: NamedUnit): string =>
  `unit ${unit.id}${
    texts.length === 0
      ? ''
      : ` (${texts
          .slice(0, 3)
          .map(({ text }) => firstCharacters(text, 80))
          .join(', ')})`
  }`

function typeOf(known: KnownUnit, { sellableUnitTypeId }: FileUnitData): 'same' | 'other' | 'unknown' {
  const { sellableUnitTypeId: type } = known
  if (sellableUnitTypeId === undefined || type === sellableUnitTypeId) return 'same'
  return type === undefined || type === null ? 'unknown' : 'other'
}

/** Without names on either side, the values alone tell that there is nothing to do. */
const isNameless = ({ texts }: NamedUnit, { names = [] }: FileUnitData): boolean =>
  texts?.length === 0 && names.length === 0
const isAlready = (one: NamedUnit, { id: _id, ...unit }: FileUnitData): boolean =>
  (hasAllNames(one, unit) || isNameless(one, unit)) &&
  Object.keys(differingFields(asShown(one, unit), unit)).length === 0

/** Whether two names are one: in the same language, or in one that the service does not tell. */
const isOneName = ({ text, languageId }: Text, name: { text: string; languageId: number }): boolean =>
  folded(text) === folded(name.text) && (languageId === undefined || languageId === name.languageId)

/** Whether a unit has the names of the document: all of them, or those that the service shows where it does not tell their languages. */
function hasAllNames({ texts }: NamedUnit, { names = [] }: FileUnitData): boolean {
  if (texts === undefined || texts.length === 0 || names.length === 0) return false
  const isWhole = texts.every(({ languageId }) => languageId !== undefined)
  return (
    (!isWhole || texts.length === names.length) && texts.every((shown) => names.some((name) => isOneName(shown, name)))
  )
}

function sharesName({ texts = [] }: NamedUnit, { names = [] }: FileUnitData): boolean {
  return texts.some((shown) => names.some((name) => isOneName(shown, name)))
}

/** One name says all where the document has one as well; what a list of several says cannot be seen. Names are the same in whatever order they stand. */
function asShown({ unit, texts }: NamedUnit, { names = [] }: Pick<FileUnitData, 'names'>): KnownUnit {
  const { names: listed } = unit
  const isSame = Array.isArray(listed)
    ? listed.length === names.length && names.every((name) => listed.some((one) => saysTheSame(one, name)))
    : names.length === 1 && texts?.length === 1 && texts[0]?.text === plainText(names[0]?.text)
  return isSame ? { ...unit, names } : unit
}
