import { peekRows } from '../../sql/index.js'
import { journalFile } from './journal-file.js'

/** Services that this machine has sent something to, but for one; none where there is no journal or it cannot be read. */
export function servicesSentTo(dataDir: string, except: string): string[] {
  const [rows = []] = peekRows<{ service: string }>(journalFile(dataDir), [
    {
      sql: "SELECT service FROM target WHERE service NOT IN (?1, '') UNION SELECT service FROM attempt WHERE service NOT IN (?1, '') ORDER BY service",
      values: [except],
    },
  ])
  return rows.map(({ service }) => service)
}
