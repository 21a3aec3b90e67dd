import { type ByteCount, isEightBit } from './bytes/index.js'
import { canReadTwice, openFile } from './open/index.js'
import { type FileFormat, inputFault, type InputFile, type ReadContext, type RecordSurvey } from './reading/index.js'
import { readJsonLines } from './records/index.js'
import { type FileReading, FileSurvey, type RowBatch } from './rows/index.js'
import { readSheetRecords } from './sheet/index.js'
import { readCsvRecords, readTable } from './table/index.js'
import { readYaml } from './yaml/index.js'

/**
 * Reads one file into checked rows. Cells with one meaning are read as they come; the first one that leaves two has the
 * whole file looked through, and what that proves of its columns holds from then on. A source that can be read only
 * once is not looked through: there each doubtful row is refused.
 * @throws Fault INVALID_INPUT for a file that cannot be read as it stands
 */
export async function* readFile(file: InputFile, given: ReadContext, count: ByteCount): AsyncGenerator<RowBatch> {
  const context: ReadContext = { ...given, facts: given.facts ?? {}, mayDefer: canReadTwice(file) }
  const survey = surveyOf(file, { ...context, onColumns: undefined, onNotice: undefined })
  let reading: FileReading | undefined
  for await (const batch of batchesOf(file, context, count)) {
    while (batch.deferred !== undefined) {
      const { deferred } = batch
      delete batch.deferred
      // What a look at the file proves of marks and orders is used, and told, only where a cell leaves them open.
      if (deferred.hasBlanks === true) deferred.checker.settleBlanks((await survey.findings()).filled)
      else {
        reading = await survey.reading()
        deferred.checker.settle(reading)
      }
      checkAgain(batch, deferred)
    }
    yield batch
  }
  tellInferred(context, reading)
}

/** What the file itself has proved holds for this file only: the next one may lack the line that proves it. */
function tellInferred({ name: file, facts, options, onNotice }: ReadContext, reading: FileReading | undefined): void {
  for (const { reading: read, column, proof, keep } of reading?.inferred ?? []) {
    onNotice?.({
      file,
      what: 'inferred',
      text: `${column} is read with ${read}, because of ${proof}; a file without such a line would be refused.`,
      ...(keep !== undefined && { keep }),
    })
  }
  const { encoding } = facts ?? {}
  if (encoding === undefined || options.encoding !== undefined || !isEightBit(encoding)) return
  onNotice?.({
    file,
    what: 'inferred',
    text: `is read as ${encoding.name} (${encoding.proof}).`,
    keep: `encoding: ${encoding.name}`,
  })
}

/** What looks through a file before or while it is read. It tells of the columns and facts that it finds. */
export function surveyOf(file: InputFile, context: ReadContext): FileSurvey {
  return new FileSurvey(context, (looking) => batchesOf(file, looking, { bytes: 0 }))
}

/** Shows every record of a file to a survey. */
export async function lookThrough(file: InputFile, context: ReadContext, survey: RecordSurvey): Promise<void> {
  for await (const _batch of batchesOf(file, { ...context, survey, mayDefer: false }, { bytes: 0 }));
}

const READERS: Readonly<
  Record<FileFormat, (bytes: AsyncGenerator<Buffer>, context: ReadContext) => AsyncGenerator<RowBatch>>
> = {
  csv: (bytes, context) => readTable(readCsvRecords(bytes, context), context),
  xlsx: (bytes, context) => readTable(readSheetRecords(bytes, context), context),
  ndjson: readJsonLines,
  yaml: readYaml,
}

async function* batchesOf(file: InputFile, context: ReadContext, count: ByteCount): AsyncGenerator<RowBatch> {
  const { format, bytes } = await openFile(file, context, count)
  try {
    refuseForeignOptions(format, context)
    yield* READERS[format](bytes, context)
  } finally {
    await bytes.return(undefined)
  }
}

/** An option that a file cannot follow would leave a person believing that it was. */
function refuseForeignOptions(format: FileFormat, { name, options }: ReadContext): void {
  if (options.sheet !== undefined && format !== 'xlsx')
    throw inputFault({ file: name, reason: 'has no sheets, but --sheet is given', remedy: 'Leave --sheet out.' })
  if (options.dateCells === 'swapped' && format === 'yaml')
    throw inputFault({
      file: name,
      reason: 'is no table, but --date-cells swapped is given',
      remedy: 'Leave --date-cells out.',
    })
  if (options.matrix !== undefined && format !== 'xlsx' && format !== 'csv')
    throw inputFault({ file: name, reason: 'is no table, but --matrix is given', remedy: 'Leave --matrix out.' })
}

function checkAgain(batch: RowBatch, { checker, records }: NonNullable<RowBatch['deferred']>): void {
  for (const record of records) checker.checkAgain(record, batch)
  // Later rows may win over earlier ones, so their order counts.
  batch.rows.sort((a, b) => a.line - b.line)
  batch.bad.sort((a, b) => a.line - b.line)
}
