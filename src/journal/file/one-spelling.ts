import { plainAddress } from '../../service-address.js'
import type { Database } from '../../sql/index.js'

const TABLES = ['attempt', 'lookup', 'sold_product', 'target'] as const

/**
 * Writes the addresses of services in the one spelling in which they are looked up. Older releases kept them as they were typed, and a booking under another
 * spelling would be made twice. Where both spellings have the same list, room or calendar, the other one stays as it is.
 */
export function useOneSpelling(database: Database): void {
  for (const table of TABLES) {
    for (const { service } of database.all<{ service: string }>(`SELECT DISTINCT service FROM ${table}`)) {
      const plain = plainAddress(service)
      if (plain !== service)
        database.transaction(() =>
          database.run(`UPDATE OR IGNORE ${table} SET service = ? WHERE service = ?`, plain, service),
        )
    }
  }
}
