import { Args } from '@oclif/core'
import { confirmBooking } from '../../cli/confirm-booking.js'
import { reservationColumns } from '../../cli/columns.js'
import { neverSilent } from '../../cli/reservation/put-off.js'
import { otherTotal } from '../../cli/reservation/total.js'
import { deliveryNotice, asKnown, asRepeated, unprovenNotice, withUnproven } from '../../cli/reservation/told.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { record, type Answer } from '../../cli/view.js'
import { contract } from '../../contract/index.js'
import { unstatedOf } from '../../outcome/index.js'

export default class ReservationConfirm extends ServiceCommand<typeof ReservationConfirm> {
  static override summary = contract.reservation.confirm.summary
  static override description =
    'Ends with 0 only where the reservation is confirmed. Where the answer leaves that open, or refuses it, the reservation is looked up; it is sent again only where no usable answer came and the look-up says pending.'
  static override examples = ['<%= config.bin %> reservation confirm 900001']
  static override args = { id: Args.string({ required: true, description: 'Booking id' }) }
  static override calls = ['reservation.confirm', 'reservation.lookup'] as const

  async execute(): Promise<Answer> {
    const { client } = await this.connection()
    const { reservation, doubt, repeated } = await neverSilent((line) => this.notice(line), (tell) => confirmBooking({ call: client.call, journal: this.journal(), target: this.target(), tell }, this.args.id))
    const { bookingId, status } = reservation
    this.notice(doubt?.code === 'REFUSED' ? `Reservation ${bookingId} is ${status} already.` : asRepeated(repeated, asKnown(doubt, `Reservation ${bookingId} is ${status}.`)))
    const [attempt] = this.journal().attempts.ofBooking(this.target(), String(bookingId))
    const other = otherTotal(reservation, attempt?.expectedTotal)
    if (other !== undefined) this.notice(`Reservation ${bookingId} is ${other} as expected when it was booked.`)
    const delivery = deliveryNotice(reservation)
    if (delivery !== undefined) this.notice(delivery)
    const unproven = unstatedOf(attempt?.asked, reservation)
    const notice = unprovenNotice(reservation, unproven)
    if (notice !== undefined) this.notice(notice)
    return record(withUnproven(reservation, unproven), reservationColumns)
  }
}
