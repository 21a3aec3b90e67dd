import { Flags } from '@oclif/core'
import { SandboxCommand, sandboxWriteFlags } from '../../cli/command/index.js'
import { record } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'

export default class SandboxHolds extends SandboxCommand<typeof SandboxHolds> {
  static override summary = 'Show or set how long the sandbox holds a pending reservation'
  static override description =
    'A reservation that is not confirmed in time expires: its units are free again, and it cannot be confirmed. A new time counts for reservations made from then on.'
  static override examples = [
    '<%= config.bin %> sandbox holds',
    '<%= config.bin %> sandbox holds --minutes 5',
    '<%= config.bin %> sandbox holds --reset',
  ]
  static override flags = {
    ...sandboxWriteFlags,
    minutes: Flags.integer({
      summary: 'Minutes until a pending reservation expires',
      min: 1,
      max: 525_600,
      exclusive: ['reset'],
    }),
    reset: Flags.boolean({ summary: 'Back to the default, 60 minutes', exclusive: ['minutes'] }),
  }

  protected override async changes(): Promise<boolean> {
    return this.flags.minutes !== undefined || this.flags.reset
  }

  async execute(): Promise<Answer> {
    const { minutes, reset } = this.flags
    const { holds } = await this.openSandbox()
    if (minutes !== undefined || reset) holds.set(minutes)
    return record({ minutes: holds.minutes })
  }
}
