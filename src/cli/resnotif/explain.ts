import { Fault } from '../../errors.js'
import { explainMessage } from '../../resnotif/index.js'
import type { Answer, Column, Terminal } from '../terminal/index.js'
import { readMessageFile, requireDecoded } from './files.js'
import { counterColumns, counterRows, counterTable, printable } from './view.js'

export interface ExplainInput {
  file: string
  terminal: Terminal
  output: string | undefined
  columns: string | undefined
}

/** A guest's line of the story, which the table shows instead. */
const GUEST_LINE = /^ {2}(unit \d|in no product)/

/**
 * The story of a captured message in plain words, counters as they are and as they should be.
 * @throws Fault INVALID_INPUT where it cannot be read
 */
export async function explainFile({ file, terminal, output, columns }: ExplainInput): Promise<Answer> {
  const explanation = explainMessage(requireDecoded(await readMessageFile(file)))
  const { reservations, lines } = explanation
  if (reservations.length === 0)
    throw new Fault(
      'INVALID_INPUT',
      `${file === '-' ? 'Standard input' : file} holds no reservation notification. ${lines.map(printable).join(' ')}`,
      { next: 'Give a captured OTA_HotelResNotifRQ. "hubswitch resnotif lint" says what is wrong with it.' },
    )
  const data = { reservations, story: lines }
  if (output !== undefined || columns !== undefined) {
    const rows = counterRows(explanation)
    return {
      data,
      view: { kind: 'list', rows, columns: counterColumns(rows) as readonly Column<never>[], empty: 'No guests.' },
    }
  }
  if (!terminal.stdout) return { data, view: { kind: 'text', text: lines.map(printable).join('\n') } }
  const table = await counterTable(explanation, terminal)
  const words = lines.filter((line) => !GUEST_LINE.test(line)).map(printable)
  return {
    data,
    view: { kind: 'text', text: [...words, ...(table === '' ? [] : ['', table])].join('\n'), isPainted: true },
  }
}
