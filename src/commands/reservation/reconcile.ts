import { reconcile, reconcileAnswer } from '../../cli/reconcile.js'
import { ServiceCommand } from '../../cli/service-command.js'
import type { Answer } from '../../cli/view.js'

export default class ReservationReconcile extends ServiceCommand<typeof ReservationReconcile> {
  static override summary = 'Settle bookings with an unknown outcome, and list holds that were never confirmed'
  static override description =
    'Looks up attempts that got no answer or were interrupted, by channel booking id, checks pending holds again, and compares what it finds with what was asked. Books and confirms nothing.\nExits with 12 while an outcome is unknown or differs, and with 8 while the service holds more than was asked for.'
  static override examples = ['<%= config.bin %> reservation reconcile']
  static override calls = ['reservation.lookup'] as const

  async execute(): Promise<Answer> {
    const { client } = await this.connection()
    return reconcileAnswer(await reconcile({ call: client.call, journal: this.journal(), target: this.target() }))
  }
}
