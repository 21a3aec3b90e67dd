import { formatNight } from '../../calendar/index.js'
import type { BadRow } from '../../files/index.js'
import { placeOf, type Stretch } from './hotel-rows.js'
import type { MergedHotel } from './merged.js'
import type { Contradiction } from './sweep.js'

const REMEDY = 'Keep one of the two rows, or let later rows win with --overlap last-wins.'

/** Names the files of rows in what a person reads. */
export type FileNames = (index: number) => string

/** The later row of each contradiction as a bad row that names the earlier one. */
export function contradictingRows({ contradictions }: MergedHotel, fileName: FileNames): BadRow[] {
  return contradictions.map((found) =>
    badRow(found.row, fileName, {
      field: found.field,
      value: String(found.value),
      reason: found.reason === undefined ? contradictionReason(found, fileName) : mergedReason(found, fileName),
      ...(found.reason === undefined && { remedy: REMEDY }),
    }),
  )
}

/** The rows that other rows contradict: they are left out too, because nobody can tell which of them is right. One entry for each field in which a row is contradicted. */
export function contradictedRows({ contradictions, doubtful }: MergedHotel, fileName: FileNames): BadRow[] {
  const reported = new Set(contradictions.map(({ row }) => placeOf(row)))
  const opponents = new Map<string, Map<string, Contradiction>>()
  for (const found of contradictions) {
    if (found.against === undefined) continue
    const place = placeOf(found.against)
    opponents.set(place, (opponents.get(place) ?? new Map<string, Contradiction>()).set(found.field, found))
  }
  return [...doubtful]
    .filter(([place]) => !reported.has(place))
    .flatMap(([place, row]) => {
      const fields = opponents.get(place)
      if (fields === undefined)
        return [badRow(row, fileName, { reason: 'sets a night that other rows contradict', remedy: REMEDY })]
      return [...fields.values()].map((opponent) => contradictedRow(row, opponent, fileName))
    })
}

function contradictedRow(row: Stretch, opponent: Contradiction, fileName: FileNames): BadRow {
  const { field, otherValue, night, reason } = opponent
  if (reason !== undefined)
    return badRow(row, fileName, { field, reason: `together with ${at(opponent.row, fileName)}: ${reason}` })
  return badRow(row, fileName, {
    field,
    value: String(otherValue),
    reason: `contradicted for ${formatNight(night)} by ${at(opponent.row, fileName)}`,
    remedy: REMEDY,
  })
}

function contradictionReason({ against, otherValue, field, value, night }: Contradiction, fileName: FileNames): string {
  return `sets ${field} of ${formatNight(night)} to ${value}, but ${at(against as Stretch, fileName)} sets it to ${otherValue}`
}

function mergedReason({ against, reason, night }: Contradiction, fileName: FileNames): string {
  return against === undefined
    ? `${reason} (${formatNight(night)})`
    : `together with ${at(against, fileName)} (${formatNight(night)}): ${reason}`
}

function at({ file, line }: Stretch, fileName: FileNames): string {
  return `${fileName(file)}:${line}`
}

function badRow(
  row: Stretch,
  fileName: FileNames,
  rest: Pick<BadRow, 'field' | 'value' | 'reason' | 'remedy'>,
): BadRow {
  return { file: fileName(row.file), fileIndex: row.file, line: row.line, ...rest }
}
