import type { ReadContext, RowBatch } from './reading.js'
export async function* readJsonLines(_bytes: AsyncIterable<Buffer>, _context: ReadContext): AsyncGenerator<RowBatch> {}
