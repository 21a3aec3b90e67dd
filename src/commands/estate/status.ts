import { Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { estateStatus, requireShared } from '../../cli/estate/index.js'
import { estateFlag } from '../../cli/flags/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SettingFlags } from '../../config/index.js'

export default class EstateStatus extends ServiceCommand<typeof EstateStatus> {
  static override summary = 'Show what an estate is at: its workers, its run, its hotels'
  static override description =
    'For each hotel: queued, in flight, done, refused, blocked or stopped. A hotel is blocked where a batch failed again and again: nothing more is sent to it in this run, and "run resume" tries it again. With --events: a line of JSON for each change, of hosts, hotels and runs, until the run has ended or Ctrl-C.'
  static override examples = [
    '<%= config.bin %> estate status',
    '<%= config.bin %> estate status --json',
    '<%= config.bin %> estate status --events',
  ]
  static override flags = {
    ...estateFlag,
    events: Flags.boolean({ summary: 'Go on, with a line of JSON for each change' }),
  }

  protected override settingFlags(): SettingFlags {
    return { estate: this.flags.estate }
  }

  async execute(): Promise<Answer> {
    const shared = await requireShared(this, { whenDone: (close) => this.whenDone(close) })
    return estateStatus(shared, this.flags.events)
  }
}
