import { formatNight } from '../../calendar/index.js'
import { createCardHider } from '../../client/index.js'
import { ReservationCreate } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import type { BookingChange, BookingChanged, Sandbox } from '../../sandbox/index.js'
import { dayOf, readBodyFile } from '../flags/index.js'
import { text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'

/**
 * A change of a reservation: the file, then flags over it.
 * @throws Fault USAGE, INVALID_INPUT
 */
export async function readBookingChange(flags: {
  file?: string | undefined
  'check-in'?: string | undefined
  nights?: number | undefined
  units?: string[] | undefined
}): Promise<BookingChange> {
  const change: BookingChange =
    flags.file === undefined ? {} : await readBodyFile(flags.file, { schema: ReservationCreate })
  if (flags['check-in'] !== undefined) change.checkInDate = dayOf('check-in', flags['check-in'])
  if (flags.nights !== undefined) {
    change.nights = flags.nights
    delete change.checkOutDate
  }
  if (flags.units !== undefined) change.units = Object.fromEntries(flags.units.map(unitsOf))
  return change
}

function unitsOf(given: string): [number, number] {
  const [, line, units] = /^([1-9]\d{0,2})=([1-9]\d{0,2})$/.exec(given) ?? []
  if (line === undefined || units === undefined)
    throw new Fault('USAGE', `--units needs line=n, such as 1=2, not "${given}".`)
  return [Number(line), Number(units)]
}

/** What changed, what was freed and taken, and what the PMS hears, without the card that a person wrote into a comment or a name. */
export function answerChange(
  { bookingId, status, changed: all, freed, taken, notification }: BookingChanged,
  { outbox }: Sandbox,
): Answer {
  const cards = createCardHider()
  const changed = all.map(({ field, from, to }) => ({ field, from: cards.text(from), to: cards.text(to) }))
  const days = (nights: BookingChanged['freed']) =>
    nights.map(({ roomId, night, units }) => ({ roomId, night: formatNight(night), units }))
  const words = (nights: BookingChanged['freed']): string =>
    days(nights)
      .map(({ roomId, night, units }) => `${units} × ${roomId} on ${night}`)
      .join(', ') || 'nothing'
  const sent = outbox.list().find(({ id }) => id === notification)
  const told =
    sent === undefined
      ? 'The PMS is not notified: it has never been told of this reservation.'
      : `Notification ${sent.id} (${sent.kind}) is ${sent.state}${sent.answer === null ? '.' : `: ${sent.answer}`}`
  const lines = [
    `Reservation ${bookingId} is ${status}.`,
    ...changed.map(
      ({ field, from, to }) => `  ${field}: ${from === '' ? 'nothing' : from} → ${to === '' ? 'nothing' : to}`,
    ),
    `Freed: ${words(freed)}.`,
    ...(taken.length === 0 ? [] : [`Taken: ${words(taken)}.`]),
    told,
  ]
  const delivery = sent === undefined ? null : { id: sent.id, kind: sent.kind, state: sent.state, answer: sent.answer }
  return text(
    { bookingId, status, changed, freed: days(freed), taken: days(taken), notification: delivery },
    lines.join('\n'),
  )
}
