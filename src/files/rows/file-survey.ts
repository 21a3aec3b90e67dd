import type { Finding } from '../../errors.js'
import { inputFaults, type ReadContext } from '../reading/index.js'
import type { RowBatch } from './batch.js'
import type { FileReading, OpenColumn } from './file-reading.js'
import { settleColumns } from './settle.js'
import { ColumnSurvey } from './survey.js'

/** Reads the batches of a file from its beginning. */
type BatchSource = (context: ReadContext) => AsyncGenerator<RowBatch>

/** What the whole of one file says about how it is read. It is read through once, and only where a doubt arises. */
export class FileSurvey {
  #reading: Promise<FileReading> | undefined

  constructor(
    private readonly context: ReadContext,
    private readonly batches: BatchSource,
  ) {}

  /**
   * How the doubtful columns are read.
   * @throws Fault INVALID_INPUT naming each column that stays open, once, with the flag that settles it
   */
  async reading(): Promise<FileReading> {
    const reading = await this.findings()
    const [first, ...more] = reading.open.map((open) => findingOf(open, this.context.name))
    if (first !== undefined) throw inputFaults([first, ...more])
    return reading
  }

  /** The same with what stays open among it. */
  findings(): Promise<FileReading> {
    this.#reading ??= this.#survey()
    return this.#reading
  }

  async #survey(): Promise<FileReading> {
    const { onRow: _, ...context } = this.context
    const facts = context.facts ?? {}
    // Where prices are numbers of the format itself, their mark says nothing about the prices that are texts.
    const survey = new ColumnSurvey(() => facts.format === 'csv')
    for await (const _batch of this.batches({ ...context, survey, mayDefer: false, facts }));
    return settleColumns(survey, context.options)
  }
}

/** What stays open as it is told; what may be chosen is for whoever asks. */
export function findingOf({ choice: _, ...finding }: OpenColumn, file: string): Finding & { file: string } {
  return { file, ...finding }
}
