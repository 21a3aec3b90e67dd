import {
  type ByteCount,
  decodeText,
  type EightBitFact,
  isEightBit,
  readBytes,
  tellFormat,
  tellWorkbook,
} from '../bytes/index.js'
import { type FileFormat, inputFault, type InputFile, type ReadContext } from '../reading/index.js'
import { proveEncoding } from './prove-encoding.js'

/** True where a file can be read a second time. */
export function canReadTwice({ name, path, stream }: InputFile): boolean {
  return stream === undefined && (path !== undefined || name !== '-')
}

/** Opens a file: what it is, and its bytes, text as UTF-8. What is found out is noted in the facts of the context. */
export async function openFile(
  file: InputFile,
  context: ReadContext,
  count: ByteCount,
): Promise<{ format: FileFormat; bytes: AsyncGenerator<Buffer> }> {
  const { facts = {}, name, options } = context
  const prove = canReadTwice(file) ? () => proveOnce(file, context) : undefined
  const { isWorkbook, bytes } = await tellWorkbook(readBytes(file, count, context.tick))
  if (isWorkbook) {
    refuseTextOptions(context, 'is a workbook')
    facts.format = 'xlsx'
    return { format: 'xlsx', bytes }
  }
  const text = decodeText(bytes, { name, wanted: options.encoding, prove, onFact: (fact) => (facts.encoding = fact) })
  const opened = await tellFormat(text, name, options.format)
  facts.format = opened.format
  if (opened.format !== 'csv')
    refuseTextOptions(
      { name, options: { ...options, encoding: undefined } },
      `is ${opened.format === 'ndjson' ? 'JSON lines' : 'JSON or YAML'}`,
    )
  return opened
}

/** An option that a file has no use for was meant for another one, or for the same prices in another form. */
function refuseTextOptions(
  {
    name,
    options: { delimiter, encoding },
  }: { name: string; options: { delimiter?: string | undefined; encoding?: string | undefined } },
  what: string,
): void {
  const flags = [...(delimiter === undefined ? [] : ['--delimiter']), ...(encoding === undefined ? [] : ['--encoding'])]
  if (flags.length > 0)
    throw inputFault({
      file: name,
      reason: `${what}, for which ${flags.join(' and ')} ${flags.length === 1 ? 'means' : 'mean'} nothing`,
      remedy: `Leave out ${flags.join(' and ')} (in the mapping too), or push this file by itself without.`,
    })
}

/** A file that is opened again under the same facts has been proved already. */
async function proveOnce(file: InputFile, context: ReadContext): Promise<EightBitFact> {
  const { encoding } = context.facts ?? {}
  return encoding !== undefined && isEightBit(encoding) ? encoding : proveEncoding(file, context)
}
