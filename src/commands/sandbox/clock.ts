import { Flags } from '@oclif/core'
import { millisecondsOf, momentOf } from '../../cli/moment.js'
import { SandboxCommand, sandboxFlags } from '../../cli/sandbox-command.js'
import { record, type Answer } from '../../cli/view.js'

export default class SandboxClock extends SandboxCommand<typeof SandboxClock> {
  static override summary = 'Show or move the clock of the sandbox'
  static override description =
    'It goes on from where it is set, for every process that serves this data. A day alone is its noon in UTC. Moved forward, tokens expire and stays become past. Attempts to reach the PMS keep to real time.'
  static override examples = ['<%= config.bin %> sandbox clock', '<%= config.bin %> sandbox clock --set 2027-06-30', '<%= config.bin %> sandbox clock --advance 3d', '<%= config.bin %> sandbox clock --reset']
  static override flags = {
    ...sandboxFlags,
    set: Flags.string({ summary: 'Day, or moment in UTC', helpValue: '<2027-06-30[T12:00:00Z]>', exclusive: ['advance', 'reset'] }),
    advance: Flags.string({ summary: 'Move it on by days, hours, minutes or seconds, such as 3d or 90m; with a minus, back', helpValue: '<3d>', exclusive: ['set', 'reset'] }),
    reset: Flags.boolean({ summary: 'Back to the time of this machine', exclusive: ['set', 'advance'] }),
  }

  async execute(): Promise<Answer> {
    const { set, advance, reset } = this.flags
    const [at, by] = [set === undefined ? undefined : momentOf(set), advance === undefined ? undefined : millisecondsOf(advance)]
    const { clock } = await this.openSandbox()
    if (at !== undefined) clock.set(at)
    if (by !== undefined) clock.advance(by)
    if (reset) clock.reset()
    return record({ now: new Date(clock.now()).toISOString(), movedSeconds: Math.round(clock.offsetMs / 1000) })
  }
}
