import { crc32, deflateRawSync } from 'node:zlib'

/** A value of a cell; `raw` is the XML of a whole cell without its address, for what no other form can say. */
export type CellValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | { date: string; time?: number }
  | { text: string }
  | { error: string }
  | { formula: string; value?: string | number }
  | { number: string; style?: number }
  | { raw: string }

export interface SheetInput {
  name?: string
  state?: 'visible' | 'hidden' | 'veryHidden'
  /** Rows from 1 on; undefined leaves a row out. */
  rows?: readonly (readonly CellValue[] | undefined)[]
  /** Numbers of rows that are hidden. */
  hiddenRows?: readonly number[]
  merges?: readonly string[]
  /** Numbers of columns that are hidden, from 1 on. */
  hiddenColumns?: readonly number[]
  /** The whole part, instead of rows. */
  xml?: string
}

export interface WorkbookInput {
  sheets: readonly SheetInput[]
  is1904?: boolean | 'true'
  /** Shared strings (as Excel writes) or inline ones. */
  strings?: 'shared' | 'inline'
  /** Number format codes beside the built-in ones; styles are numbered from 2 on: 0 is plain, 1 is a date. */
  formats?: readonly string[]
  /** Prefix of all elements of the sheets, such as `x:`. */
  prefix?: string
  /** Rows and cells do not say where they stand. */
  withoutAddresses?: boolean
  /** Parts beside those of a workbook. */
  more?: Readonly<Record<string, string | Buffer>>
  compress?: boolean
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** A workbook as a file, with everything that other programs ask of one. */
export function workbook(input: WorkbookInput): Buffer {
  const strings: string[] = []
  const sheets = input.sheets.map((sheet) => sheet.xml ?? sheetXml(sheet, input, strings))
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${input.is1904 === undefined ? '' : ` date1904="${input.is1904 === true ? 1 : 'true'}"`}/><sheets>${input.sheets.map(({ name, state }, at) => `<sheet name="${escapeXml(name ?? `Sheet${at + 1}`)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="${at % 2 === 0 ? '' : '/xl/'}worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="s" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="t" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(input.formats ?? []),
  }
  for (const [at, xml] of sheets.entries()) parts[`xl/worksheets/sheet${at + 1}.xml`] = xml
  parts['xl/sharedStrings.xml'] =
    `${HEAD}<sst xmlns="${MAIN}" count="${strings.length}" uniqueCount="${strings.length}">${strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`
  return zip({ ...parts, ...input.more }, input.compress ?? true)
}

function sheetXml(
  { rows = [], merges = [], hiddenRows = [], hiddenColumns = [] }: SheetInput,
  input: WorkbookInput,
  strings: string[],
): string {
  const p = input.prefix ?? ''
  const lines = rows.map((cells, index) => {
    if (cells === undefined) return ''
    const row = index + 1
    const written = cells
      .map((value, at) =>
        cellXml(value, input.withoutAddresses === true ? '' : ` r="${columnName(at)}${row}"`, input, strings),
      )
      .join('')
    return `<${p}row${input.withoutAddresses === true ? '' : ` r="${row}"`}${hiddenRows.includes(row) ? ' hidden="1"' : ''}>${written}</${p}row>`
  })
  const merged =
    merges.length === 0
      ? ''
      : `<${p}mergeCells count="${merges.length}">${merges.map((ref) => `<${p}mergeCell ref="${ref}"/>`).join('')}</${p}mergeCells>`
  const columns =
    hiddenColumns.length === 0
      ? ''
      : `<${p}cols>${hiddenColumns.map((at) => `<${p}col min="${at}" max="${at}" width="9" hidden="1"/>`).join('')}</${p}cols>`
  return `${HEAD}<${p}worksheet xmlns${p === '' ? '' : `:${p.slice(0, -1)}`}="${MAIN}"><${p}dimension ref="A1"/>${columns}<${p}sheetData>${lines.join('\n')}</${p}sheetData>${merged}</${p}worksheet>`
}

function cellXml(
  value: CellValue,
  at: string,
  { strings: kind = 'shared', is1904, prefix: p = '', withoutAddresses }: WorkbookInput,
  strings: string[],
): string {
  if (value === null || value === undefined) return withoutAddresses === true ? `<${p}c/>` : ''
  if (typeof value === 'number') return `<${p}c${at}><${p}v>${value}</${p}v></${p}c>`
  if (typeof value === 'boolean') return `<${p}c${at} t="b"><${p}v>${value ? 1 : 0}</${p}v></${p}c>`
  if (typeof value === 'string') {
    if (kind === 'inline')
      return `<${p}c${at} t="inlineStr"><${p}is><${p}t>${escapeXml(value)}</${p}t></${p}is></${p}c>`
    return `<${p}c${at} t="s"><${p}v>${indexOfText(value, strings)}</${p}v></${p}c>`
  }
  if ('raw' in value) return value.raw.replace('<c', `<c${at}`)
  if ('error' in value) return `<${p}c${at} t="e"><${p}v>${value.error}</${p}v></${p}c>`
  if ('date' in value)
    return `<${p}c${at} s="1"><${p}v>${serialOf(value.date, is1904 !== undefined) + (value.time ?? 0)}</${p}v></${p}c>`
  if ('number' in value)
    return `<${p}c${at}${value.style === undefined ? '' : ` s="${value.style}"`}><${p}v>${value.number}</${p}v></${p}c>`
  if ('text' in value)
    return `<${p}c${at} t="str"><${p}f>CONCATENATE("a","b")</${p}f><${p}v>${escapeXml(value.text)}</${p}v></${p}c>`
  const result = value.value === undefined ? '' : `<${p}v>${value.value}</${p}v>`
  return `<${p}c${at}${typeof value.value === 'string' ? ' t="str"' : ''}><${p}f>${escapeXml(value.formula)}</${p}f>${result}</${p}c>`
}

function stylesXml(formats: readonly string[]): string {
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`).join('')
  const styles = [0, 14, ...formats.map((_, at) => 164 + at)].map(
    (id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return `${HEAD}<styleSheet xmlns="${MAIN}">${codes === '' ? '' : `<numFmts count="${formats.length}">${codes}</numFmts>`}<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`
}

/** Every text stands once among the shared ones. The last are looked at first: neighbours repeat each other. */
function indexOfText(text: string, strings: string[]): number {
  const at = strings.lastIndexOf(text)
  return at < 0 ? strings.push(text) - 1 : at
}

/** The number that a spreadsheet keeps for a day, by the calendar of the platform. */
export function serialOf(date: string, is1904 = false): number {
  return Math.round(
    (Date.parse(`${date}T00:00:00Z`) - (is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))) / 86_400_000,
  )
}

/** `A` for 0, `AA` for 26. */
export function columnName(at: number): string {
  return at < 26
    ? String.fromCharCode(65 + at)
    : columnName(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26))
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A zip archive of these parts. `lie` changes the sizes that the archive states of itself. */
export function zip(
  parts: Readonly<Record<string, string | Buffer>>,
  compress = true,
  lie: (size: number) => number = (size) => size,
  flags = 0,
): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content as string)
    const packed = compress ? deflateRawSync(plain) : plain
    const fields = Buffer.alloc(26)
    for (const [at, value] of [
      [0, 20],
      [2, flags],
      [4, compress ? 8 : 0],
    ] as const)
      fields.writeUInt16LE(value, at)
    for (const [at, value] of [
      [10, crc32(plain)],
      [14, packed.length],
      [18, lie(plain.length)],
    ] as const)
      fields.writeUInt32LE(value, at)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const entry = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), fields, Buffer.alloc(14)])
    entry.writeUInt32LE(offset, 42)
    const title = Buffer.from(name)
    local.push(Buffer.from('PK\u0003\u0004', 'latin1'), fields, title, packed)
    directory.push(entry, title)
    offset += 30 + title.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)])
  for (const at of [8, 10]) end.writeUInt16LE(Object.keys(parts).length, at)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, listed, end])
}
