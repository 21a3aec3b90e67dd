import { posix } from 'node:path'
import { nearestName } from '../columns/index.js'
import { inputFault } from '../reading/index.js'
import { showText } from '../values/index.js'
import { COMPANY_BYTES_MAX } from './bounds.js'
import { tagsOf } from './xml-tags.js'
import { ZipArchive } from './zip.js'

const LIST_BYTES_MAX = 16 * 1024 * 1024
const NAMES_SHOWN = 10

/** The parts of a workbook that are needed to read one of its sheets. */
export interface Workbook {
  /** Name of the sheet. */
  sheet: string
  /** Names of the visible sheets that are not read. */
  others: readonly string[]
  content: Buffer
  styles: Buffer | undefined
  sharedStrings: Buffer | undefined
  /** Whether its days are counted from 1904 on, as old Macintosh programs do. */
  is1904: boolean
}

interface Sheet {
  name: string
  isVisible: boolean
  part: string
}

/**
 * Opens a workbook.
 * @param options `wanted`: name of the sheet, or its number among the visible ones, absent: the first visible one; `tick`: called between two parts, throws
 *   where the reading is to end
 * @throws Fault INVALID_INPUT: no workbook, damaged, protected, too large, no such sheet
 */
export function openWorkbook(
  bytes: Buffer,
  file: string,
  { wanted, tick }: { wanted?: string | undefined; tick?: (() => void) | undefined },
): Workbook {
  const archive = new ZipArchive(bytes, file)
  const main = mainPart(archive, file)
  const text = textOf(archive, main, file)
  const related = relations(archive, main, file)
  const sheets = [...tagsOf(text, 'sheet')].flatMap(({ name = '', state = 'visible', id = '' }): Sheet[] => {
    const relation = related.find((one) => one.id === id)
    return relation?.type === 'worksheet' ? [{ name, isVisible: state === 'visible', part: relation.part }] : []
  })
  const sheet = chooseSheet(sheets, wanted, file)
  const content = archive.read(sheet.part)
  if (content === undefined)
    throw inputFault({
      file,
      reason: `lacks its sheet "${showText(sheet.name)}"`,
      remedy: 'Open it in a spreadsheet program and save it again.',
    })
  const partOf = (type: keyof typeof COMPANY_BYTES_MAX): Buffer | undefined => {
    tick?.()
    const part = related.find((one) => one.type === type)?.part
    return part === undefined
      ? undefined
      : declared(bounded(archive.read(part), part, COMPANY_BYTES_MAX[type], file), file)
  }
  const is1904 = [...tagsOf(text, 'workbookPr')].some(({ date1904 }) => date1904 === '1' || date1904 === 'true')
  const others = sheets.filter(({ name, isVisible }) => isVisible && name !== sheet.name).map(({ name }) => name)
  return {
    sheet: sheet.name,
    others,
    content: declared(content, file) as Buffer,
    styles: partOf('styles'),
    sharedStrings: partOf('sharedStrings'),
    is1904,
  }
}

function mainPart(archive: ZipArchive, file: string): string {
  const main = relations(archive, '', file).find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  const lower = main.toLowerCase()
  if (archive.has(main) && lower.endsWith('.xml') && !archive.has('word/document.xml')) return main
  if (lower.endsWith('.bin'))
    throw inputFault({
      file,
      reason: 'is a binary Excel workbook (.xlsb)',
      remedy: 'Save it as .xlsx, or the sheet as CSV UTF-8.',
    })
  if (archive.has('content.xml'))
    throw inputFault({
      file,
      reason: 'is an OpenDocument file, no Excel workbook',
      remedy: 'Save it as .xlsx, or the sheet as CSV UTF-8.',
    })
  throw inputFault({
    file,
    reason: 'is a zip archive, not an Excel workbook and not text',
    remedy: 'Unpack it, and push the files in it.',
  })
}

interface Relation {
  id: string
  /** The last word of its type. */
  type: string
  part: string
}

/** What a part refers to inside the archive; '' is the archive itself. */
function relations(archive: ZipArchive, part: string, file: string): Relation[] {
  const folder = posix.dirname(part)
  const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!archive.has(list)) return []
  return [...tagsOf(textOf(archive, list, file), 'Relationship')].map(({ Id = '', Type = '', Target = '' }) => ({
    id: Id,
    type: posix.basename(Type),
    part: Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target),
  }))
}

function textOf(archive: ZipArchive, part: string, file: string): string {
  return declared(bounded(archive.read(part), part, LIST_BYTES_MAX, file), file)?.toString('utf8') ?? ''
}

function bounded(bytes: Buffer | undefined, part: string, most: number, file: string): Buffer | undefined {
  if (bytes !== undefined && bytes.length > most)
    throw inputFault({
      file,
      reason: `is no usable workbook: its part ${showText(part)} is above ${most / 1024 / 1024} MB`,
    })
  return bytes
}

/** Programs that write workbooks declare no types and entities; a part that does is out to do harm or is none. */
function declared(bytes: Buffer | undefined, file: string): Buffer | undefined {
  if (bytes?.includes('<!DOCTYPE') === true)
    throw inputFault({
      file,
      reason: 'is no usable workbook: a part declares a document type',
      remedy: 'Open it in a spreadsheet program and save it again.',
    })
  return bytes
}

function chooseSheet(sheets: readonly Sheet[], wanted: string | undefined, file: string): Sheet {
  const visible = sheets.filter(({ isVisible }) => isVisible)
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
  const sheet =
    wanted === undefined
      ? visible[0]
      : (sheets.find(({ name }) => same(name, wanted)) ??
        (/^\d{1,4}$/.test(wanted.trim()) ? visible[Number(wanted) - 1] : undefined))
  if (sheet !== undefined) return sheet
  if (sheets.length === 0) throw inputFault({ file, reason: 'is a workbook without a sheet of cells' })
  if (wanted === undefined)
    throw inputFault({
      file,
      reason: 'is a workbook whose sheets are all hidden',
      remedy: 'Name the one that is meant with --sheet.',
    })
  const near = nearestName(
    wanted,
    sheets.map(({ name }) => name),
  )
  const names = visible
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => `"${showText(name)}"`)
    .join(', ')
  throw inputFault({
    file,
    reason: `has no sheet "${showText(wanted)}"`,
    remedy:
      near === undefined
        ? `It has ${names}${visible.length > NAMES_SHOWN ? ' and more' : ''}.`
        : `Did you mean "${showText(near)}"?`,
  })
}
