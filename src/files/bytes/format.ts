import type { FileFormat } from '../reading/index.js'

const SNIFFED_BYTES = 64 * 1024
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')

/**
 * Tells a workbook, which is a zip archive, from text. No text begins like one.
 * @returns the same bytes from their beginning
 */
export async function tellWorkbook(
  bytes: AsyncGenerator<Buffer>,
): Promise<{ isWorkbook: boolean; bytes: AsyncGenerator<Buffer> }> {
  let start: Buffer = Buffer.alloc(0)
  while (start.length < ZIP.length) {
    const { value, done } = await bytes.next()
    if (done === true) break
    start = start.length === 0 ? value : Buffer.concat([start, value])
  }
  return { isWorkbook: start.subarray(0, ZIP.length).equals(ZIP), bytes: prepend(start, bytes) }
}

/**
 * Tells the format of a file: a first line that is a JSON object decides, then the name, then whether the text begins like YAML.
 * @returns the format, and the same bytes from their beginning
 */
export async function tellFormat(
  bytes: AsyncGenerator<Buffer>,
  name: string,
  wanted: FileFormat | undefined,
): Promise<{ format: FileFormat; bytes: AsyncGenerator<Buffer> }> {
  if (wanted !== undefined) return { format: wanted, bytes }
  let start: Buffer = Buffer.alloc(0)
  while (start.length < SNIFFED_BYTES && !isComplete(start)) {
    const { value, done } = await bytes.next()
    if (done === true) break
    start = start.length === 0 ? value : Buffer.concat([start, value])
  }
  return { format: formatOf(name, start.toString('utf8')), bytes: prepend(start, bytes) }
}

/** True once the first line that says anything has ended. */
function isComplete(start: Buffer): boolean {
  const text = start.toString('utf8')
  const first = text.search(/\S/)
  return first >= 0 && /[\r\n]/.test(text.slice(first))
}

function formatOf(name: string, start: string): FileFormat {
  const text = start.replace(/^\ufeff/, '').trimStart()
  const firstLine = /^.*/.exec(text)?.[0] ?? ''
  if (isJsonObject(firstLine)) return 'ndjson'
  const ending = /\.([a-z]+)(\.gz)?$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson'
  if (ending === 'yaml' || ending === 'yml' || ending === 'json') return 'yaml'
  if (ending === 'csv' || ending === 'tsv' || ending === 'txt') return 'csv'
  const isYaml = /^(---|#|[[{]|- |[\w-]+:(\s|$))/.test(firstLine)
  return isYaml ? 'yaml' : 'csv'
}

function isJsonObject(line: string): boolean {
  if (!line.startsWith('{')) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

async function* prepend(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (start.length > 0) yield start
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
