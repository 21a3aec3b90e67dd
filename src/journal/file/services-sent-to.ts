import { peekRows } from '../../sql/index.js'
import { journalFile } from './journal-file.js'

const AT_AN_ADDRESS = "service LIKE 'http%'"

/** Services, by their addresses, that this machine has sent something to; none where there is no journal or it cannot be read. */
export function servicesSentTo(dataDir: string): string[] {
  const [rows = []] = peekRows<{ service: string }>(journalFile(dataDir), [
    {
      sql: `SELECT service FROM target WHERE ${AT_AN_ADDRESS} UNION SELECT service FROM attempt WHERE ${AT_AN_ADDRESS} ORDER BY service`,
      values: [],
    },
  ])
  return rows.map(({ service }) => service)
}
