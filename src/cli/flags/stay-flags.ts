import { Flags } from '@oclif/core'
import { formatNight, parseNight } from '../../calendar/index.js'
import { Fault } from '../../errors.js'

/** Flags of every command that names a stay. */
export const stayFlags = {
  'check-in': Flags.string({ required: true, summary: 'Arrival date', helpValue: '<YYYY-MM-DD>' }),
  'check-out': Flags.string({
    summary: 'Departure date; or use --nights',
    helpValue: '<YYYY-MM-DD>',
    exclusive: ['nights'],
  }),
  nights: Flags.integer({ summary: 'Number of nights, instead of --check-out', min: 1, max: 365 }),
}

/**
 * The stay that the flags name.
 * @throws Fault USAGE for a day that is none, a missing end, or an end that is not after the beginning
 */
export function stayDates({
  'check-in': checkIn,
  'check-out': checkOut,
  nights,
}: {
  'check-in': string
  'check-out'?: string | undefined
  nights?: number | undefined
}): {
  checkInDate: string
  checkOutDate: string
} {
  const from = nightOf('check-in', checkIn)
  if (checkOut === undefined && nights === undefined)
    throw new Fault('USAGE', 'The end of the stay is missing.', { next: 'Give --check-out or --nights.' })
  const until = checkOut === undefined ? from + (nights as number) : nightOf('check-out', checkOut)
  if (until <= from) throw new Fault('USAGE', `--check-out ${checkOut} is not after --check-in ${checkIn}.`)
  return { checkInDate: formatNight(from), checkOutDate: formatNight(until) }
}

function nightOf(flag: string, given: string): number {
  const night = parseNight(given)
  if (night === undefined) throw new Fault('USAGE', `--${flag} needs a date such as 2027-07-01, not "${given}".`)
  return night
}

/**
 * A day as a flag gives it, YYYY-MM-DD.
 * @throws Fault USAGE
 */
export function dayOf(flag: string, given: string): string {
  return formatNight(nightOf(flag, given))
}
