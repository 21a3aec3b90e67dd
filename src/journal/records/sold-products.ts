import type { Database } from '../../sql/index.js'

/** A room that a rate plan sells. */
export interface SoldProduct {
  room: string
  plan: string
}

/** Which plans sell which rooms, as answers of a service have shown it. Rates that are pushed without a plan do not tell. */
export class SoldProducts {
  constructor(private readonly database: Database) {}

  learn(service: string, hotel: string, products: readonly SoldProduct[]): void {
    const known = new Set(this.of(service, hotel).map(({ room, plan }) => `${plan} ${room}`))
    const fresh = products.filter(({ room, plan }) => !known.has(`${plan} ${room}`))
    if (fresh.length === 0) return
    this.database.transaction(() => {
      for (const { room, plan } of fresh)
        this.database.run(
          'INSERT INTO sold_product VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
          service,
          hotel,
          plan,
          room,
        )
    })
  }

  of(service: string, hotel: string): SoldProduct[] {
    return this.database.all<{ room: string; plan: string }>(
      'SELECT room, plan FROM sold_product WHERE service = ? AND hotel = ? ORDER BY plan, room',
      service,
      hotel,
    )
  }

  forget(service: string): void {
    this.database.run('DELETE FROM sold_product WHERE service = ?', service)
  }
}
