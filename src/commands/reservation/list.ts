import { Flags } from '@oclif/core'
import { attemptColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class ReservationList extends ServiceCommand<typeof ReservationList> {
  static override summary = 'List bookings attempted from this machine and what became of them'
  static override description =
    'Reads the local journal and does not connect to the service: each state is the one last seen, at the time in the last column. "reservation reconcile" settles bookings that are "sending", "unknown" or "answered"; "confirm open" is a hold whose confirmation was sent and not answered: "reservation confirm" settles it; "given-up" are those that a person closed with --give-up without knowing.'
  static override examples = [
    '<%= config.bin %> reservation list',
    '<%= config.bin %> reservation list --limit 5 --json',
  ]
  static override flags = {
    limit: Flags.integer({ default: 20, min: 1, max: 1_000_000, summary: 'Maximum number to list, newest first' }),
  }

  protected override buildsOn(): 'bookings' {
    return 'bookings'
  }

  protected override onlyReads(): boolean {
    return true
  }

  async execute(): Promise<Answer> {
    // What was asked names guests: it is kept for comparison alone.
    const attempts = this.journal()
      .attempts.list(this.target(), this.flags.limit)
      .map(({ asked: _asked, disputed: _disputed, ...attempt }) => attempt)
    return list(attempts, attempts, attemptColumns, 'This machine has booked nothing at this service.')
  }
}
