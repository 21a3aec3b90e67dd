import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { drainWorkers, requireShared } from '../../cli/estate/index.js'
import { estateFlag, readDuration, tryFlag } from '../../cli/flags/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SettingFlags } from '../../config/index.js'

export default class WorkerStop extends ServiceCommand<typeof WorkerStop> {
  static override summary = 'End workers once their requests are answered, and wait for that'
  static override examples = ['<%= config.bin %> worker stop --all', '<%= config.bin %> worker stop 1f3a9c02 --wait 5m']
  static override args = { worker: Args.string({ description: 'Id of the worker' }) }
  static override flags = {
    ...estateFlag,
    ...tryFlag,
    all: Flags.boolean({ summary: 'All workers of the estate' }),
    wait: Flags.string({ default: '60s', summary: 'Maximum time to wait for them to end', helpValue: '<time>' }),
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
      waitMs: readDuration('--wait', this.flags.wait),
    })
  }
}
