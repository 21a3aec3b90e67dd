import { Args } from '@oclif/core'
import { confirmBooking } from '../../cli/confirm-booking.js'
import { reservationColumns } from '../../cli/columns.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { record, type Answer } from '../../cli/view.js'
import { contract } from '../../contract/index.js'

export default class ReservationConfirm extends ServiceCommand<typeof ReservationConfirm> {
  static override summary = contract.reservation.confirm.summary
  static override description = 'Where no answer comes, the state of the reservation is looked up; while that says pending, it is confirmed again.'
  static override examples = ['<%= config.bin %> reservation confirm 900001']
  static override args = { id: Args.string({ required: true, description: 'Booking id' }) }
  static override calls = ['reservation.confirm', 'reservation.lookup'] as const

  async execute(): Promise<Answer> {
    const { client } = await this.connection()
    const { reservation, isFound } = await confirmBooking({ call: client.call, journal: this.journal(), target: this.target() }, this.args.id)
    this.notice(`${isFound ? 'An answer failed to come, but reservation' : 'Reservation'} ${reservation.bookingId} is ${reservation.status}.`)
    return record(reservation, reservationColumns)
  }
}
