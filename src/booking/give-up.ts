import { Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import type { Booking } from './booking.js'
import { isStillSending } from './confirm-duplicate.js'
import { say, type Settled, told } from './reconcile.js'
import { settleInJournal } from './settle-attempt.js'

/**
 * Closes the open attempts of a channel booking id on a person's word. Each is looked up once more: what that settles is settled, and is not given up.
 * @param agree asks the person, and throws on no
 * @throws Fault NOT_FOUND where no such attempt is open; GUARD_RAIL while it is being sent
 */
export async function giveUp(
  booking: Booking,
  channelId: string,
  agree: (question: string) => Promise<void>,
): Promise<Settled[]> {
  const { journal, now = Date.now } = booking
  const rows: Settled[] = []
  const open: { attempt: Attempt; last: string }[] = []
  for (const attempt of attemptsOf(booking, channelId)) {
    if (isStillSending(attempt))
      throw new Fault('GUARD_RAIL', `Process ${attempt.holder} is still sending ${channelId}.`, {
        next: 'Wait for it to end. Nothing was given up.',
      })
    const found = told(attempt, await settleInJournal(booking, attempt))
    const [first] = found.filter(({ isOpen }) => isOpen)
    if (first === undefined) rows.push(...found)
    else
      open.push({
        attempt,
        last:
          first.remark.split(/ Once (?:you know what became of it|it is settled, or to take it as it is), /)[0] ?? '',
      })
  }
  const isBooked = open.every(({ attempt }) => attempt.bookingId !== undefined)
  if (open.length > 0)
    await agree(
      `${isBooked ? `What the service holds of ${channelId} is open` : `It is not known whether the service has booked ${channelId}`} (${open.map(({ attempt }) => attempt.summary).join('; ')}). Give it up? It is not looked up again, and the same may be booked once more.`,
    )
  for (const { attempt, last } of open) {
    journal.attempts.settle(attempt.id, 'given-up', undefined, now())
    rows.push(
      say(
        { ...attempt, state: 'given-up' },
        `Given up: ${attempt.bookingId === undefined ? 'nobody knows whether the service has booked it' : `what is open about reservation ${attempt.bookingId} is left as it is`}. The last look: ${last}`,
      ),
    )
  }
  return rows
}

/** The attempts of a channel booking id that reconciling would look at. */
function attemptsOf({ journal, target }: Booking, channelId: string): Attempt[] {
  const all = [
    ...journal.attempts.doubtful(target, { since: Number.MAX_SAFE_INTEGER }),
    ...journal.attempts.watched(target),
  ]
  const ours = new Map(all.filter((one) => one.channelId === channelId).map((one) => [one.id, one]))
  if (ours.size === 0)
    throw new Fault('NOT_FOUND', `Nothing is open under the channel booking id ${channelId}.`, {
      next: '"hubswitch reservation list" shows the attempts of this machine with their channel booking ids. Nothing was given up.',
    })
  return [...ours.values()]
}
