import { randomUUID } from 'node:crypto'
import { hasEnded, markOf } from '../../../is-alive.js'
import type { Database } from '../../../sql/index.js'

let own: string | undefined

/** Who takes a message for an attempt: a name of this attempt alone, and the process. */
export const newHolder = (): string => `${randomUUID()} ${(own ??= markOf(process.pid))}`

/** Claims of earlier versions do not name their process, so nobody knows whether it lives. */
function isDead(holder: string): boolean {
  const [, mark] = holder.split(' ')
  return mark !== undefined && mark !== own && hasEnded(mark)
}

/** Ends the claims of processes that have ended. Their attempts stay without an end: they may have reached the PMS. */
export function endDeadClaims(db: Database, now: number): void {
  const held = db.all<{ holder: string }>(
    `SELECT DISTINCT lease_holder AS holder FROM outbox WHERE state = 'waiting' AND lease_holder IS NOT NULL AND lease_until > ?`,
    now,
  )
  for (const { holder } of held.filter((one) => isDead(one.holder)))
    db.run('UPDATE outbox SET lease_until = ? WHERE lease_holder = ? AND lease_until > ?', now, holder, now)
}
