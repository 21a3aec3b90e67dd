import { decodeText, type EightBitFact, isEightBit } from './encoding.js'
import { tellFormat, tellWorkbook } from './format.js'
import { proveEncoding } from './prove-encoding.js'
import type { FileFormat, InputFile, ReadContext } from './reading.js'
import { type ByteCount, readBytes } from './source.js'

/** True where a file can be read a second time. */
export function canReadTwice({ name, path, stream }: InputFile): boolean {
  return stream === undefined && (path !== undefined || name !== '-')
}

/** Opens a file: what it is, and its bytes, text as UTF-8. What is found out is noted in the facts of the context. */
export async function openFile(file: InputFile, context: ReadContext, count: ByteCount): Promise<{ format: FileFormat; bytes: AsyncGenerator<Buffer> }> {
  const { facts = {}, name, options } = context
  const prove = canReadTwice(file) ? () => proveOnce(file, context) : undefined
  const { isWorkbook, bytes } = await tellWorkbook(readBytes(file, count))
  if (isWorkbook) {
    facts.format = 'xlsx'
    return { format: 'xlsx', bytes }
  }
  const text = decodeText(bytes, { name, wanted: options.encoding, prove, onFact: (fact) => (facts.encoding = fact) })
  const opened = await tellFormat(text, name, options.format)
  facts.format = opened.format
  return opened
}

/** A file that is opened again under the same facts has been proved already. */
async function proveOnce(file: InputFile, context: ReadContext): Promise<EightBitFact> {
  const { encoding } = context.facts ?? {}
  return encoding !== undefined && isEightBit(encoding) ? encoding : proveEncoding(file, context)
}
