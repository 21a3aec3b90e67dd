import type { Database } from '../../sql/index.js'
import { ROOM_TYPE_ID, type SourceAbbreviation, sourceByAbbreviation, sourceById } from '../ground/index.js'
import type { StoredUnit } from '../store/index.js'

/** What a unit is called in a source system. */
export interface NewUnitIdentifier {
  source: SourceAbbreviation
  name: string
  value: string
}

/**
 * Identifiers that are drawn from the unit itself have no row of their own. Their ids and those of the rows take turns in
 * threes, so that each is unique and stays what it is.
 */
const TURNS = 3

const idOf = (source: SourceAbbreviation): number => sourceByAbbreviation(source)?.id ?? 0

export function addUnitIdentifier(db: Database, unitId: number, { source, name, value }: NewUnitIdentifier): void {
  db.run(
    'INSERT INTO unit_identifiers (unit_id, source_id, name, value) VALUES (?, ?, ?, ?)',
    unitId,
    idOf(source),
    name,
    value,
  )
}

/** The supplier's own id and, for a room, the integer that `/v1` names; then what was stored, in the order of ids (wire default 18). */
export function viewUnitIdentifiers(db: Database, { id, roomCode, record }: StoredUnit) {
  const stored = db.all<{ id: number; source_id: number; name: string; value: string }>(
    'SELECT id, source_id, name, value FROM unit_identifiers WHERE unit_id = ? ORDER BY id',
    id,
  )
  const isRoom = record.sellableUnitTypeId === ROOM_TYPE_ID
  const view = (identifierId: number, sourceId: number, name: string, value: string) => {
    const source = sourceById(sourceId)
    return { id: identifierId, sellableUnitId: id, name, value, source: source === undefined ? null : { ...source } }
  }
  return [
    view(id * TURNS, idOf('SUP'), 'supplierUnitId', String(record.supplierUnitId ?? id)),
    ...(isRoom ? [view(id * TURNS + 1, idOf('CM'), 'roomCode', roomCode)] : []),
    ...stored.map((row) => view(row.id * TURNS + 2, row.source_id, row.name, row.value)),
  ]
}

/**
 * Ids of the units that have this value among their identifiers of a source, in order.
 * @param supplierId only units of this supplier's properties
 */
export function unitIdsByIdentifier(db: Database, sourceId: number, value: string, supplierId?: number): number[] {
  return db
    .all<{ id: number }>(
      `SELECT id FROM units WHERE deleted = 0 AND id IN (
       SELECT unit_id FROM unit_identifiers WHERE source_id = ?1 AND value = ?2
       UNION SELECT id FROM units WHERE ?1 = ?3 AND CAST(record ->> 'supplierUnitId' AS TEXT) = ?2
       UNION SELECT id FROM units WHERE ?1 = ?4 AND room_code = ?2 AND type_id = ${ROOM_TYPE_ID}
     ) AND (?5 IS NULL OR property_id IN (SELECT id FROM properties WHERE supplier_id = ?5)) ORDER BY id`,
      sourceId,
      value,
      idOf('SUP'),
      idOf('CM'),
      supplierId ?? null,
    )
    .map(({ id }) => id)
}
