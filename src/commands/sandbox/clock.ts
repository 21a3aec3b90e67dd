import { Flags } from '@oclif/core'
import { SandboxCommand, sandboxWriteFlags } from '../../cli/command/index.js'
import { millisecondsOf, momentOf } from '../../cli/flags/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class SandboxClock extends SandboxCommand<typeof SandboxClock> {
  static override summary = 'Show or move the clock of the sandbox'
  static override description =
    'The clock runs on from where it is set, for every process that serves this data. A date alone means noon UTC. Moving it forward expires tokens and makes stays past. Delivery to the PMS follows real time.'
  static override examples = [
    '<%= config.bin %> sandbox clock',
    '<%= config.bin %> sandbox clock --set 2027-06-30',
    '<%= config.bin %> sandbox clock --advance 3d',
    '<%= config.bin %> sandbox clock --reset',
  ]
  static override flags = {
    ...sandboxWriteFlags,
    set: Flags.string({
      summary: 'Date, or date and time in UTC',
      helpValue: '<2027-06-30[T12:00:00Z]>',
      exclusive: ['advance', 'reset'],
    }),
    advance: Flags.string({
      summary: 'Move the clock forward by this time, such as 3d or 90m; negative moves it back',
      helpValue: '<3d>',
      exclusive: ['set', 'reset'],
    }),
    reset: Flags.boolean({ summary: 'Return to the system time', exclusive: ['set', 'advance'] }),
  }

  protected override async changes(): Promise<boolean> {
    return this.flags.set !== undefined || this.flags.advance !== undefined || this.flags.reset
  }

  async execute(): Promise<Answer> {
    const { set, advance, reset } = this.flags
    const [at, by] = [
      set === undefined ? undefined : momentOf(set),
      advance === undefined ? undefined : millisecondsOf(advance),
    ]
    const { clock } = await this.openSandbox()
    if (at !== undefined) clock.set(at)
    if (by !== undefined) clock.advance(by)
    if (reset) clock.reset()
    return record({ now: new Date(clock.now()).toISOString(), movedSeconds: Math.round(clock.offsetMs / 1000) })
  }
}
