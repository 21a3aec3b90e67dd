import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/command/index.js'
import { openShared, stopEstateRun } from '../../cli/estate/index.js'
import { estateFlag, readDuration, tryFlag } from '../../cli/flags/index.js'
import { stopRun } from '../../cli/run/index.js'
import { findUsableRun, newestOf } from '../../cli/sending/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import type { SettingFlags } from '../../config/index.js'

export default class RunStop extends ServiceCommand<typeof RunStop> {
  static override summary = 'Stop a push that another process is sending'
  static override description =
    'Requests in flight are finished and the rest can be resumed; the other process exits with 130. A run that is not being sent is left unchanged.'
  static override examples = ['<%= config.bin %> run stop --last', '<%= config.bin %> run stop 3 --wait 5m']
  static override args = { run: Args.string({ description: 'Run number' }) }
  static override flags = {
    ...estateFlag,
    ...tryFlag,
    last: Flags.boolean({ summary: 'The newest run that is at work' }),
    wait: Flags.string({ default: '60s', summary: 'Maximum time to wait for it to stop', helpValue: '<time>' }),
  }

  protected override async changes(): Promise<boolean> {
    return true
  }

  protected override settingFlags(): SettingFlags {
    return { estate: this.flags.estate }
  }

  protected override onlyReads(): boolean {
    return this.flags['dry-run']
  }

  async execute(): Promise<Answer> {
    const shared = await openShared(this, { whenDone: (close) => this.whenDone(close) })
    if (shared !== undefined)
      return stopEstateRun(shared, {
        given: this.args.run,
        isLast: this.flags.last,
        isDry: this.flags['dry-run'],
        waitMs: readDuration('--wait', this.flags.wait),
      })
    const journal = this.journal()
    const run =
      findUsableRun({
        journal,
        target: this.target(),
        given: this.args.run,
        isLast: this.flags.last,
        purpose: 'stop',
        notice: (line) => this.notice(line),
      }) ?? newestOf(journal, this.target())
    return stopRun({ journal, run, isDry: this.flags['dry-run'], waitMs: readDuration('--wait', this.flags.wait) })
  }
}
