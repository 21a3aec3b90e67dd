import { Flags } from '@oclif/core'
import {
  asKnown,
  asRepeated,
  book,
  checkSellable,
  checkTotal,
  comparedOf,
  confirmDuplicate,
  createdNotice,
  othersNotice,
  unprovenNotice,
  unwrittenNotice,
  withUnproven,
} from '../../booking/index.js'
import { reservationColumns } from '../../cli/calendar/index.js'
import { distributorOf } from '../../cli/command/index.js'
import { dryRunFlag } from '../../cli/flags/index.js'
import { readReservation, RESERVATION_FIELD_FLAGS, reservationFlags } from '../../cli/reservation/index.js'
import { record, type Shows } from '../../cli/show/index.js'
import { type Answer, confirm } from '../../cli/terminal/index.js'
import { ReportingCommand, unattendedFlags } from '../../cli/unattended/index.js'
import { checkInput } from '../../client/index.js'
import { contract, type InputOf } from '../../contract/index.js'
import { unstatedOf } from '../../outcome/index.js'

export default class ReservationCreate extends ReportingCommand<typeof ReservationCreate> {
  static override summary = contract.reservation.create.summary
  static override description =
    'Checked against what can be booked first. Never sent twice blindly: where the answer proves nothing, the reservation is looked up by its channel booking id.'
  static override examples = [
    '<%= config.bin %> reservation create --property 1000001 --check-in 2027-07-01 --nights 3 --room 101 --plan 501 --guest "Ada Lovelace"',
    '<%= config.bin %> reservation create --file samples/reservation.yaml --expect-total 1896.00',
  ]
  static override flags = {
    ...reservationFlags,
    ...dryRunFlag,
    'expect-total': Flags.string({
      summary: 'Book only if the total is this amount; exits with 3 if the service then holds it at another',
      helpValue: '<amount>',
    }),
    'allow-duplicate': Flags.boolean({ summary: 'Book even if the same was booked from this machine within a day' }),
    ...unattendedFlags,
  }
  static override fieldFlags = RESERVATION_FIELD_FLAGS
  static override calls = ['product.search', 'reservation.create', 'reservation.lookup'] as const

  protected override shows(): Shows {
    return { columns: reservationColumns, fields: ['notCompared'] }
  }

  protected override ifDied(): string {
    return `"hubswitch reservation reconcile${this.sameProfile}" finds out whether it was booked. Do not book again before that.`
  }

  protected override buildsOn(): 'bookings' {
    return 'bookings'
  }

  protected override ifKept(): string {
    return 'Nothing was booked.'
  }

  protected override isReported(): boolean {
    return !this.flags['dry-run']
  }

  async execute(): Promise<Answer> {
    const { 'expect-total': expected, 'allow-duplicate': isAllowed } = this.flags
    const { body, isOwnId } = await readReservation(this.flags)
    checkInput('reservation.create', { body })
    const { client } = await this.connection()
    if (this.flags['dry-run']) return this.rehearse(body, isOwnId)
    const booking = {
      call: client.call,
      journal: this.journal(),
      target: this.target(),
      signal: this.interruption(),
      agree: () => this.readyToWrite(),
    }
    const before = await confirmDuplicate(booking, body, {
      isOwnId,
      isAllowed,
      ...(this.terminal.mayAsk
        ? { ask: (question) => confirm(this.terminal, question, false, this.interruption()) }
        : {}),
    })
    const offered = await checkSellable(
      client.call,
      await distributorOf(this.settings(), { named: body }),
      body,
      expected,
    )
    const { reservation, doubt, repeated, surplus, fallen, unwritten } = await this.patiently((tell) =>
      book({ ...booking, tell }, body, {
        ...before,
        ...(expected === undefined ? {} : { expectedTotal: [expected, offered?.currency].filter(Boolean).join(' ') }),
      }),
    )
    if (unwritten !== undefined)
      this.insist(
        unwrittenNotice(
          `The service holds reservation ${reservation.bookingId} (${reservation.status}) under the channel booking id ${body.channelBookingId}`,
          unwritten,
          'Then run "hubswitch reservation reconcile", which writes it down.',
        ),
      )
    const others = othersNotice(surplus, fallen)
    if (others !== undefined) this.notice(others, false, 'warn')
    const total = await checkTotal(client.call, reservation, { offered, expected })
    if (total !== undefined) this.notice(total, false, 'warn')
    this.notice(asRepeated(repeated, asKnown(doubt, createdNotice(reservation))))
    const unproven = unstatedOf(comparedOf(body), reservation)
    const notice = unprovenNotice(reservation, unproven)
    if (notice !== undefined) this.notice(notice, false, 'warn')
    return record(withUnproven(reservation, unproven), reservationColumns)
  }

  /** What can be booked is asked, as it would be; whether the same was booked before is not, since that may settle what is on record. */
  private async rehearse(body: InputOf<'reservation.create'>['body'], isOwnId: boolean): Promise<Answer> {
    // What it builds on is in doubt for the booking to come as well.
    this.journal()
    const distributor = await distributorOf(this.settings(), { named: body })
    await checkSellable((await this.connection()).client.call, distributor, body, this.flags['expect-total'])
    if (!isOwnId) this.notice('The channel booking id below is an example: each booking gets one of its own.')
    return record(await this.call('reservation.create', { body }), reservationColumns)
  }
}
