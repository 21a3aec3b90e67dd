import { Args } from '@oclif/core'
import {
  asKnown,
  asRepeated,
  confirmBooking,
  deliveryNotice,
  movedTotal,
  otherTotal,
  unprovenNotice,
  Unwritten,
  unwrittenNotice,
  withTotal,
  withUnproven,
} from '../../booking/index.js'
import { reservationColumns } from '../../cli/calendar/index.js'
import { dryRunFlag } from '../../cli/flags/index.js'
import { record, type Shows } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { ReportingCommand, unattendedFlags } from '../../cli/unattended/index.js'
import { contract } from '../../contract/index.js'
import { EXIT } from '../../errors.js'
import { unstatedOf } from '../../outcome/index.js'
import { shellWord } from '../../shell-word.js'

export default class ReservationConfirm extends ReportingCommand<typeof ReservationConfirm> {
  static override summary = contract.reservation.confirm.summary
  static override description =
    'Ends with 0 only where the reservation is confirmed. Where the answer leaves that open, or refuses it, the reservation is looked up; it is sent again only where no usable answer came and the look-up says pending.'
  static override examples = [
    '<%= config.bin %> reservation confirm 900001',
    '<%= config.bin %> reservation confirm 900001 --log-file bookings.log --summary confirmed.txt',
  ]
  static override args = { id: Args.string({ required: true, description: 'Booking id' }) }
  static override flags = { ...dryRunFlag, ...unattendedFlags }
  static override calls = ['reservation.confirm', 'reservation.lookup'] as const

  protected override shows(): Shows {
    return { columns: reservationColumns, fields: ['notCompared', 'expectedTotal', 'heldTotal'] }
  }

  protected override ifDied(): string {
    return `"hubswitch reservation lookup --booking-id ${shellWord(this.args.id)}${this.sameProfile}" shows whether it is confirmed. Where that says pending, confirm it again.`
  }

  protected override buildsOn(): 'bookings' {
    return 'bookings'
  }

  protected override ifKept(): string {
    return 'Nothing was confirmed.'
  }

  protected override isReported(): boolean {
    return !this.flags['dry-run']
  }

  async execute(): Promise<Answer> {
    // Nothing is put on record of what is not sent.
    if (this.flags['dry-run']) this.journal()
    if (this.flags['dry-run']) await this.call('reservation.confirm', { body: { bookingId: this.args.id } })
    const { client } = await this.connection()
    const {
      reservation: confirmed,
      doubt,
      repeated,
      unwritten,
    } = await this.patiently((tell) =>
      confirmBooking(
        {
          call: client.call,
          journal: this.journal(),
          target: this.target(),
          signal: this.interruption(),
          agree: () => this.readyToWrite(),
          tell,
        },
        this.args.id,
      ),
    )
    if (unwritten !== undefined)
      this.insist(
        unwrittenNotice(
          `The service says that reservation ${confirmed.bookingId} is ${confirmed.status}`,
          unwritten,
          `Then run "hubswitch reservation lookup --booking-id ${shellWord(this.args.id)}", which writes it down.`,
        ),
      )
    const [attempt] = this.journal().attempts.ofBooking(this.target(), String(confirmed.bookingId))
    const reservation = attempt?.expectedTotal === undefined ? confirmed : await withTotal(client.call, confirmed)
    const { bookingId, status } = reservation
    this.notice(
      doubt?.code === 'REFUSED'
        ? `Reservation ${bookingId} is ${status} already.`
        : asRepeated(repeated, asKnown(doubt, `Reservation ${bookingId} is ${status}.`)),
    )
    const other = otherTotal(reservation, attempt?.expectedTotal)
    const moved = other === undefined ? movedTotal(reservation, attempt?.heldTotal) : undefined
    if (other !== undefined)
      this.notice(
        `Reservation ${bookingId} is ${other} as expected when it was booked. It is confirmed at that total: take it, or have it cancelled.`,
      )
    if (moved !== undefined) this.notice(`Reservation ${bookingId} has another total: ${moved}.`, false, 'warn')
    // It is confirmed, whatever this machine can write down.
    if (attempt !== undefined) new Unwritten().sparing(this.journal()).attempts.differ(attempt.id, other)
    const delivery = deliveryNotice(reservation)
    if (delivery !== undefined) this.notice(delivery)
    const unproven = unstatedOf(attempt?.asked, reservation)
    const notice = unprovenNotice(reservation, unproven)
    if (notice !== undefined) this.notice(notice, false, 'warn')
    const shown = {
      ...withUnproven(reservation, unproven),
      ...(other === undefined ? {} : { expectedTotal: attempt?.expectedTotal }),
      ...(moved === undefined ? {} : { heldTotal: attempt?.heldTotal }),
    }
    return { ...record(shown, reservationColumns), ...(other === undefined ? {} : { exitCode: EXIT.partial }) }
  }
}
