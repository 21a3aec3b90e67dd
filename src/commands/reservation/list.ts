import { Flags } from '@oclif/core'
import { attemptColumns } from '../../cli/columns.js'
import { ServiceCommand } from '../../cli/service-command.js'
import { list, type Answer } from '../../cli/view.js'

export default class ReservationList extends ServiceCommand<typeof ReservationList> {
  static override summary = 'List the bookings that this machine tried to make, with the fate of each'
  static override description = 'From the journal of this machine: nothing is asked of the service. "reservation reconcile" settles what stands as "sending" or "unknown".'
  static override examples = ['<%= config.bin %> reservation list']
  static override flags = { limit: Flags.integer({ default: 20, min: 1, summary: 'How many, newest first' }) }

  async execute(): Promise<Answer> {
    const attempts = this.journal().attempts.list(this.target(), this.flags.limit)
    return list(attempts, attempts, attemptColumns, 'This machine has booked nothing at this service.')
  }
}
