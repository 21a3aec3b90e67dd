import { Flags } from '@oclif/core'
import { byBooking, contradictionIn, deliveryNotice } from '../../booking/index.js'
import { reservationColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { list, record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'
import { Fault } from '../../errors.js'

export default class ReservationLookup extends ServiceCommand<typeof ReservationLookup> {
  static override summary = contract.reservation.lookup.summary
  static override examples = [
    '<%= config.bin %> reservation lookup --booking-id 900001',
    '<%= config.bin %> reservation lookup --channel-id HS-20270701-1',
  ]
  static override flags = {
    'booking-id': Flags.string({
      summary: 'Booking id given by the service',
      helpValue: '<id>',
      exclusive: ['channel-id'],
    }),
    'channel-id': Flags.string({ summary: 'Your own channel booking id', helpValue: '<id>' }),
  }
  static override calls = ['reservation.lookup'] as const

  async execute(): Promise<Answer> {
    const { 'booking-id': bookingId, 'channel-id': channelId } = this.flags
    if (bookingId === undefined && channelId === undefined)
      throw new Fault('USAGE', 'Name the reservation with --booking-id or --channel-id.', {
        next: '"hubswitch reservation list" shows both ids of what was booked from this machine.',
        facts: { missing: ['--booking-id'] },
      })
    const found = await this.call('reservation.lookup', {
      query: bookingId === undefined ? { channelId } : { bookingId },
    })
    const records = [found].flat()
    for (const rows of byBooking(records)) {
      const contradiction = contradictionIn(String(rows[0]?.bookingId), rows)
      if (contradiction !== undefined) this.notice(`${contradiction} Ask the service which of them holds.`)
    }
    for (const reservation of records) {
      const delivery = deliveryNotice(reservation)
      if (delivery !== undefined) this.notice(delivery)
    }
    return Array.isArray(found)
      ? list(found, found, reservationColumns, 'No reservation.')
      : record(found, reservationColumns)
  }
}
