import { fieldsOf, UPDATE_DIFFERENCES } from '../contract/index.js'
import { FileInfo, FileProperty, FileUnit, type FileUnitData, type PropertyFileData } from './property-file.js'

type Record_ = Readonly<Record<string, unknown>>

/** What the service answers about one property. */
export interface PropertyRecords {
  property: Record_
  /** Absent where the property has no information yet. */
  info?: Record_ | undefined
  units: readonly Record_[]
}

/** The fields of a property record that a document holds, in create's spelling. */
export function propertyFields(record: Record_): Record<string, unknown> {
  const spelled = Object.fromEntries(
    Object.entries(UPDATE_DIFFERENCES.spelling).flatMap(([ours, theirs]) =>
      record[ours] === undefined && record[theirs] !== undefined ? [[ours, record[theirs]]] : [],
    ),
  )
  return fieldsOf(FileProperty, { ...record, ...spelled })
}

/** The fields of an information record that a document holds. Nested records give their ids. */
export function infoFields(record: Record_): Record<string, unknown> {
  return fieldsOf(FileInfo, record)
}

/** The fields of a unit record that a document holds, its id first. */
export function unitFields(record: Record_): Record<string, unknown> & { id: number } {
  const { sellableUnitTypeId, sellableUnitType } = record
  const typeId = sellableUnitTypeId ?? (sellableUnitType as { id?: unknown } | null | undefined)?.id
  return fieldsOf(FileUnit, { ...record, sellableUnitTypeId: typeId }) as Record<string, unknown> & { id: number }
}

/**
 * A property as one document.
 * @param withIds with the ids of units, which tell them apart in this service; without, the document is for any service
 */
export function documentOf(
  { property, info, units }: PropertyRecords,
  { withIds }: { withIds: boolean },
): PropertyFileData {
  const infoPart = info === undefined ? {} : infoFields(info)
  const unitParts = [...units]
    .sort((a, b) => Number(a['id']) - Number(b['id']))
    .map((unit) => {
      const { id, ...fields } = unitFields(unit)
      return (withIds ? { id, ...fields } : fields) as FileUnitData
    })
  return {
    property: propertyFields(property) as PropertyFileData['property'],
    ...(Object.keys(infoPart).length === 0 ? {} : { info: infoPart }),
    ...(unitParts.length === 0 ? {} : { units: unitParts }),
  }
}
