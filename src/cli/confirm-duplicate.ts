import { Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import { confirm } from './prompt.js'
import type { Terminal } from './terminal.js'

/**
 * Asks before the same thing is booked again; in a pipe it refuses.
 * @throws Fault GUARD_RAIL in a pipe; INTERRUPTED on no
 */
export async function confirmDuplicate(terminal: Terminal, similar: readonly Attempt[]): Promise<void> {
  const [latest] = similar
  if (latest === undefined) return
  const told = `This machine booked the same at ${new Date(latest.createdAt).toISOString()}: ${latest.summary} (${latest.bookingId ?? latest.channelId}, ${latest.state}).`
  if (!terminal.mayAsk) {
    throw new Fault('GUARD_RAIL', told, {
      next: `Look at it with "hubswitch reservation lookup --channel-id ${latest.channelId}". To book once more, add --allow-duplicate. Nothing was sent.`,
      facts: { channelBookingId: latest.channelId, bookingId: latest.bookingId ?? null, state: latest.state },
    })
  }
  await confirm(terminal, `${told} Book it once more?`, false)
}
