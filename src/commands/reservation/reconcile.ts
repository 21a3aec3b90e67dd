import { reconcile, reconcileAnswer } from '../../cli/reconcile.js'
import { ServiceCommand } from '../../cli/service-command.js'
import type { Answer } from '../../cli/view.js'

export default class ReservationReconcile extends ServiceCommand<typeof ReservationReconcile> {
  static override summary = 'Look up what became of attempts whose fate is open, and name holds that were never confirmed'
  static override description =
    'Settles attempts that got no answer or were cut off, by channel booking id, and looks at pending holds again. Nothing is booked or confirmed.\nExit 12 while something cannot be told, 8 where the service holds more than was wanted.'
  static override examples = ['<%= config.bin %> reservation reconcile']
  static override calls = ['reservation.lookup'] as const

  async execute(): Promise<Answer> {
    const { client } = await this.connection()
    return reconcileAnswer(await reconcile({ call: client.call, journal: this.journal(), target: this.target() }))
  }
}
