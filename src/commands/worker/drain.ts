import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { drainWorkers, requireShared } from '../../cli/estate/index.js'
import { estateFlag, tryFlag } from '../../cli/flags/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SettingFlags } from '../../config/index.js'

export default class WorkerDrain extends ServiceCommand<typeof WorkerDrain> {
  static override summary = 'Have workers end once their requests are answered'
  static override examples = ['<%= config.bin %> worker drain --all', '<%= config.bin %> worker drain 1f3a9c02']
  static override args = { worker: Args.string({ description: 'Id of the worker' }) }
  static override flags = {
    ...estateFlag,
    ...tryFlag,
    all: Flags.boolean({ summary: 'All workers of the estate' }),
  }

  protected override async changes(): Promise<boolean> {
    return true
  }

  protected override settingFlags(): SettingFlags {
    return { estate: this.flags.estate }
  }

  async execute(): Promise<Answer> {
    const shared = await requireShared(this, { whenDone: (close) => this.whenDone(close) })
    return drainWorkers(shared, {
      id: this.args.worker,
      isAll: this.flags.all,
      isDry: this.flags['dry-run'],
    })
  }
}
