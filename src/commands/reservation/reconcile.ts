import { Flags } from '@oclif/core'
import { giveUp, reconcile } from '../../booking/index.js'
import { reconcileAnswer } from '../../cli/reservation/index.js'
import { type Answer, confirm } from '../../cli/terminal/index.js'
import { ReportingCommand, unattendedFlags } from '../../cli/unattended/index.js'

export default class ReservationReconcile extends ReportingCommand<typeof ReservationReconcile> {
  static override summary = 'Settle bookings with an unknown outcome, and list holds that were never confirmed'
  static override description =
    'Looks up attempts that got no answer or were interrupted, by channel booking id, checks pending holds again, and compares what it finds with what was asked. Books and confirms nothing.\nExits with 12 while an outcome is unknown or differs, and with 8 while the service holds more than was asked for.\nAn attempt that no look-up settles stays open until you close it with --give-up, for instance once the service has told you what became of it.'
  static override examples = [
    '<%= config.bin %> reservation reconcile',
    '<%= config.bin %> reservation reconcile --give-up HS-20270701-6f3a9c01b2d4',
  ]
  static override flags = {
    'give-up': Flags.string({
      summary:
        'Close this attempt, after one more look-up: its outcome stays unknown, and the same may be booked again',
      helpValue: '<channel booking id>',
    }),
    ...unattendedFlags,
  }
  static override calls = ['reservation.lookup'] as const

  protected override ifDied(): string {
    return 'run it again: it only looks, and writes down what it finds.'
  }

  protected override buildsOn(): 'bookings' {
    return 'bookings'
  }

  async execute(): Promise<Answer> {
    const { client } = await this.connection()
    const booking = { call: client.call, journal: this.journal(), target: this.target(), signal: this.interruption() }
    const { 'give-up': channelId, yes } = this.flags
    if (channelId === undefined) return reconcileAnswer(await reconcile(booking))
    const agree = (question: string): Promise<void> => confirm(this.terminal, question, yes, this.interruption())
    return reconcileAnswer(await giveUp(booking, channelId, agree))
  }
}
