import { Args, Flags } from '@oclif/core'
import { ServiceCommand } from '../../cli/service-command.js'
import { sendFlags } from '../../cli/send-flags.js'
import { resumeRun } from '../../cli/resume-run.js'
import { findRun } from '../../cli/run-record-view.js'
import type { Answer } from '../../cli/view.js'
import type { SettingFlags } from '../../config/index.js'

export default class RunResume extends ServiceCommand<typeof RunResume> {
  static override summary = 'Send what a run has not got acknowledged yet'
  static override description = 'Needs no files: the plan is in the journal. What was acknowledged is not sent again.'
  static override examples = ['<%= config.bin %> run resume --last', '<%= config.bin %> run resume 12']
  static override args = { run: Args.string({ description: 'Number of the run' }) }
  static override flags = { last: Flags.boolean({ summary: 'The newest run of the profile' }), ...sendFlags }
  static override calls = ['rates.push', 'inventory.push'] as const

  protected override settingFlags(): SettingFlags {
    return { gzip: this.flags.gzip }
  }

  async execute(): Promise<Answer> {
    this.sending()
    const run = findRun(this.journal(), this.args.run, this.flags.last, this.target())
    return resumeRun({ command: this, run, isForced: this.flags.yes, quiet: this.flags.quiet })
  }
}
